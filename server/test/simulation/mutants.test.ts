import { expect, test } from 'vitest';
import { misfitsOf, mutants } from './mutants.ts';

test('every mistake is one that can be made in the code as it is', () => {
  expect(mutants.flatMap(misfitsOf)).toEqual([]);
});
