import { isStorageAway } from '#server/app/storage-away.ts';

/** A line that is said again at most so often. */
const everyMs = 60_000;

/** Gives back what is to be logged beside a message; null where the line is left out. */
type RepeatFilter = (detail: object, message: string) => object | null;

/**
 * Leaves out what is said over and over while the database or a disk is away: all workers fail then and try again, every few
 * seconds. Of one worker, and of one message, there is a line a minute, with how many were `leftOut` since the last one.
 * Nothing else is touched.
 */
export function createRepeatFilter(now: () => number = () => performance.now()): RepeatFilter {
  const said = new Map<string, { at: number; leftOut: number }>();
  return (detail, message) => {
    if (!('error' in detail) || !isStorageAway(detail.error)) return detail;
    const key = `${'worker' in detail ? String(detail.worker) : ''} ${message}`;
    const last = said.get(key);
    if (last !== undefined && now() - last.at < everyMs) {
      last.leftOut += 1;
      return null;
    }
    said.set(key, { at: now(), leftOut: 0 });
    return last === undefined || last.leftOut === 0 ? detail : { ...detail, leftOut: last.leftOut };
  };
}
