/** Why a back-up failed. `ended`: the server that made it was stopped or killed, which is nobody's fault. */
export type BackupFailureCode =
  | 'no_room'
  | 'place_away'
  | 'database_away'
  | 'damaged'
  | 'differs'
  | 'ended'
  | 'other';

/** An attempt, as far as the time of the next one depends on it. */
export interface BackupAttempt {
  startedAt: Date;
  failure: BackupFailureCode | null;
}

const hourMs = 3_600_000;
/** A new installation has nothing to lose yet, and is just being tried. */
const firstAfterMs = hourMs;
const retryAfterMs = hourMs;
/** Soon, but not at once: should the back-up be what ends the server, it must be able to work in between. */
const retryEndedMs = 600_000;

/** When the next back-up is due, by the last attempt; without one, some time after the installation was made. */
export function nextBackupAt(last: BackupAttempt | null, since: Date, everyMs: number): Date {
  if (last === null) return new Date(since.getTime() + Math.min(everyMs, firstAfterMs));
  const pauseMs =
    last.failure === null
      ? everyMs
      : Math.min(everyMs, last.failure === 'ended' ? retryEndedMs : retryAfterMs);
  return new Date(last.startedAt.getTime() + pauseMs);
}

/** Whether the last good back-up, or the beginning where there is none, is longer ago than twice the interval. */
export function isBackupOverdue(lastGoodAt: Date | null, since: Date, everyMs: number, now: Date): boolean {
  return now.getTime() - (lastGoodAt ?? since).getTime() > 2 * everyMs;
}
