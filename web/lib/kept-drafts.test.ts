import { afterEach, expect, it, vi } from 'vitest';
import { overSaved, readKeptDrafts } from './kept-drafts.ts';

afterEach(() => vi.restoreAllMocks());

it('drafts that were put away come back', () => {
  const drafts = [['7:goal', { title: 'A new microphone', target: '3' }]];
  expect(readKeptDrafts(JSON.stringify(drafts))).toEqual(drafts);
  expect(readKeptDrafts(null)).toEqual([]);
});

it.each([
  '',
  '{',
  'null',
  '7',
  '"x"',
  '{"a":1}',
  '[1,null,"x",[],[1,{}],["k"],["k",null],["k",[]],["k","x"]]',
])('what cannot be a draft is none, and nothing stops for it: %s', (text) => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  expect(readKeptDrafts(text)).toEqual([]);
});

it('what was typed lies over what is saved only where the form has such a field of such a kind', () => {
  const saved = { title: 'Old', words: ['darn'], on: false };
  const draft = { title: 'New', words: 'darn', on: null, gone: 1, constructor: 'x' };
  expect(overSaved(saved, draft)).toEqual({ title: 'New', words: ['darn'], on: false });
  expect(overSaved(saved, JSON.parse('{"__proto__":{"title":"x"}}') as object)).toEqual(saved);
});
