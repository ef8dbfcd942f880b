import { expect, test } from 'vitest';
import { afterFailure, longestPauseMs, restAfterFailure } from './next-try.ts';

const rest = (failed: number, failedMsAgo: number) => restAfterFailure({ failed, failedMsAgo });

test('what landed and failed waits as long as what was refused as often, whoever asks for it meanwhile', () => {
  expect([0, 1, 2, 30].map((failed) => afterFailure({ failed }).afterMs)).toEqual([
    10_000,
    20_000,
    40_000,
    longestPauseMs,
  ]);
  expect(rest(0, 0)).toBeNull();
  expect(rest(2, 5000)).toEqual({ ...afterFailure({ failed: 1 }), afterMs: 15_000 });
  expect(rest(2, 20_000)).toBeNull();
  // The clock was set back.
  expect(rest(2, -1)).toBeNull();
});
