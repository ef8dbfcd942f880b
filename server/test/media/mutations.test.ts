import { expect, test } from 'vitest';
import { measureMutations } from './measure-mutations.ts';

/** The exact figure is one of the bench; a busy machine stalls everything. */
const generousStallMs = 500;

test('500 broken files crash nothing, stall nothing and leave no thread behind', async () => {
  const outcome = await measureMutations(0, 500);
  expect(outcome.workersLeft).toBe(0);
  expect(outcome.workersStarted).toBeLessThanOrEqual(2);
  expect(outcome.longestStallMs).toBeLessThan(generousStallMs);
  expect(Object.values(outcome.ends).reduce((sum, count) => sum + count, 0)).toBe(500);
  expect(outcome.ends['audio_damaged']).toBeGreaterThan(100);
  expect(outcome.ends['accepted']).toBeGreaterThan(10);
});
