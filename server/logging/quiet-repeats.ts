import { NoAnswer } from '#server/app/outside.ts';
import { isStorageAway, isStorageUnreachable } from '#server/app/storage-away.ts';

/** A line is said again after these times, and then always after the last one. */
const pausesMs = [60_000, 600_000, 3_600_000] as const;
/** What was not to be said for so long is over: then it is news again. */
const overAfterMs = 60_000;
/** A node may give ever other reasons. */
const mostKept = 1000;

/** Gives back what is to be logged beside a message; null where the line is left out. */
type RepeatFilter = (detail: object, message: string) => object | null;

/**
 * Leaves out what is said over and over while the database, a disk or the nodes are away: all workers fail then and try
 * again, every few seconds. Of one message and one reason there is a line, and ever rarer another one, with how many were
 * `leftOut` since the last. When it began and when it ended others say, once. Nothing else is touched.
 */
export function createRepeatFilter(now: () => number = () => performance.now()): RepeatFilter {
  const said = new Map<string, { at: number; heardAt: number; times: number; leftOut: number }>();
  return (detail, message) => {
    if (!('error' in detail) || !isOfOutage(detail.error)) return detail;
    const key = `${message} ${whatOf(detail, detail.error)}`;
    const known = said.get(key);
    const last = known !== undefined && now() - known.heardAt < overAfterMs ? known : undefined;
    const pauseMs = pausesMs[Math.min((last?.times ?? 1) - 1, pausesMs.length - 1)] ?? 0;
    if (last !== undefined && now() - last.at < pauseMs) {
      last.leftOut += 1;
      last.heardAt = now();
      return null;
    }
    if (said.size > mostKept) said.clear();
    said.set(key, { at: now(), heardAt: now(), times: (last?.times ?? 0) + 1, leftOut: 0 });
    const leftOut = known?.leftOut ?? 0;
    return leftOut === 0 ? detail : { ...detail, leftOut };
  };
}

function isOfOutage(error: unknown): boolean {
  return isStorageAway(error) || error instanceof NoAnswer;
}

/**
 * What is away is away for all workers alike, so that a reason is told of one of them; a statement that is given up is that
 * worker's own. Numbers of slots and files change all the time.
 */
function whatOf(detail: object, error: unknown): string {
  const isOfAll = error instanceof NoAnswer || isStorageUnreachable(error);
  if (isOfAll && error instanceof Error) return error.message.replace(/\d{5,}/g, '#');
  return 'worker' in detail ? String(detail.worker) : '';
}
