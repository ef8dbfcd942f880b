import { setTimeout as sleep } from 'node:timers/promises';
import { restAfterFailure } from '#server/app/next-try.ts';

/** How often a transfer may land and fail, each at the cost of its fee, before the command leaves it. */
const mostFailures = 3;

/** Waits as the server does after so many transfers that landed and failed; false when there were too many. */
export async function restAfterFailures(
  failed: number,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<boolean> {
  if (failed >= mostFailures) return false;
  await wait(restAfterFailure({ failed, failedMsAgo: 0 })?.afterMs ?? 0);
  return true;
}
