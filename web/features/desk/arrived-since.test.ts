import { expect, it } from 'vitest';
import { arrivedSince, type Held } from './arrived-since.ts';

const held = (ids: string, behind = 0): Held => ({
  alerts: ids.split(' ').map((id) => ({ id, donatorName: `from ${id}` })),
  behind,
});

it.each<[string, Held, Held, ReturnType<typeof arrivedSince>]>([
  ['one that comes is named', held('a b'), held('a b c'), { count: 1, from: 'from c' }],
  ['of several none is named', held('a'), held('a b c'), { count: 2, from: null }],
  ['one that comes as another leaves is named', held('a b'), held('b c'), { count: 1, from: 'from c' }],
  ['what leaves is no news', held('a b c'), held('b'), { count: 0, from: null }],
  ['what moves up in a long list is no news', held('a b c', 9), held('b c d', 8), { count: 0, from: null }],
  [
    'what comes behind a long list is news without a name',
    held('a b c'),
    held('a b c', 1),
    { count: 1, from: null },
  ],
  ['what comes as another moves up is news', held('a b c', 9), held('b c d', 9), { count: 1, from: null }],
])('%s', (_, before, now, arrived) => expect(arrivedSince(before, now)).toEqual(arrived));
