import { HistoryTooShort } from './outside.ts';

/** When something is tried again, and how many refusals in a row there are up to then. */
export interface Pause {
  afterMs: number;
  /**
   * They make the pause grow, or end what is tried. Stored together with its end. Only what was refused raises them;
   * whatever else came of a try, a look at a transfer on its way or no answer at all, begins a new row.
   */
  refusals: number;
}

/** The same of passing something on, with why it has to wait. */
export interface NextTry extends Pause {
  error: string | null;
}

/** When is asked again for what no node's history goes back to: the operator has to add one that does. */
export const longerHistoryMs = 5 * 60_000;
const firstMs = 10_000;
/** The longest pause after a refusal. */
export const longestPauseMs = 3_600_000;

/** Nothing was refused: the job goes on after a time that does not grow. */
export function goOn(afterMs: number, error: string | null = null): NextTry {
  return { afterMs, error, refusals: 0 };
}

/** How soon is tried again what no node could answer; `usualMs` where one may come back any moment. */
export function afterNoAnswerMs(error: unknown, usualMs: number): number {
  return error instanceof HistoryTooShort ? longerHistoryMs : usualMs;
}

/** How many transfers of something landed and failed, each at the cost of its fee, and how long ago the last one did. */
export interface Failures {
  failed: number;
  /** By the database's clock; 0 when none did. */
  failedMsAgo: number;
}

/** After one more that landed and failed: as after a refusal. */
export function afterFailure({ failed }: Pick<Failures, 'failed'>): NextTry {
  return refuse({ refusals: failed }, 'the transfer landed and failed');
}

/**
 * What is left of that pause; null when it is over. Whatever comes to an address asks for its job again at once, and makes
 * the next transfer of all of it fail if it comes in time: so the pause is reckoned from the transfers.
 */
export function restAfterFailure({ failed, failedMsAgo }: Failures): NextTry | null {
  const { afterMs, ...pause } = afterFailure({ failed: failed - 1 });
  // It lies in the future where the clock was set back.
  const isOver = failed === 0 || failedMsAgo < 0 || failedMsAgo >= afterMs;
  return isOver ? null : { ...pause, afterMs: afterMs - failedMsAgo };
}

/** Growing pauses, up to an hour, for what trying again does not mend. A node that is behind costs seconds. */
export function refuse(job: Pick<Pause, 'refusals'>, error: string): NextTry {
  const refusals = job.refusals + 1;
  return { afterMs: Math.min(firstMs * 2 ** Math.min(refusals - 1, 12), longestPauseMs), error, refusals };
}
