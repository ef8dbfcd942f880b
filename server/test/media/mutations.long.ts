import { expect, test } from 'vitest';
import { measureMutations } from './measure-mutations.ts';

const generousStallMs = 500;

test('10,000 broken files crash nothing, stall nothing and leave no thread behind', async () => {
  const outcome = await measureMutations(1_000_000, 10_000);
  console.log(outcome);
  expect(outcome.workersLeft).toBe(0);
  expect(outcome.workersStarted).toBeLessThanOrEqual(2);
  expect(outcome.longestStallMs).toBeLessThan(generousStallMs);
});
