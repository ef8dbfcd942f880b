import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startWorker } from './work-loop.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };

const aSecondAgo = () => new Date(Date.now() - 1000);

/** How long ten steps take that all say the same of the next one. */
async function timeTenSteps(dueAt: () => Date): Promise<number> {
  const step = vi.fn<() => Promise<Date>>(async () => {
    await nextTurn();
    return dueAt();
  });
  const startedAt = performance.now();
  const worker = startWorker({ name: 'test', log, maxIdleMs: 60_000, step });
  onTestFinished(() => worker.stop());
  await vi.waitFor(() => expect(step.mock.calls.length).toBeGreaterThanOrEqual(10), {
    interval: 1,
    timeout: 10_000,
  });
  return performance.now() - startedAt;
}

test('a worker whose clock is ahead of the database does not ask it without a pause', async () => {
  // A timer may come a moment early.
  expect(await timeTenSteps(aSecondAgo)).toBeGreaterThan(9 * 24);
  expect(await timeTenSteps(() => new Date(0))).toBeLessThan(9 * 24);
});
