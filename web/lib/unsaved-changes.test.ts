import { expect, it } from 'vitest';
import { isChanged } from './unsaved-changes.ts';

const saved = { words: ['darn'], amount: '', on: false };

it('a form with the saved values is not changed, in whatever order its fields stand', () => {
  expect(isChanged({ on: false, amount: '', words: ['darn'] }, saved)).toBe(false);
});

it('one other value, one more item of a list or one emptied field is a change', () => {
  expect(isChanged({ ...saved, on: true }, saved)).toBe(true);
  expect(isChanged({ ...saved, words: ['darn', 'heck'] }, saved)).toBe(true);
  expect(isChanged(saved, { ...saved, amount: '0.1' })).toBe(true);
});
