/** What one process knows of a database that does not answer. It can be stored nowhere, so it lives in memory. */
export interface DatabaseWatch {
  awaySince: Date | null;
  /** When the last time that it was away ended; null: it never was, or it is away now. */
  wellSince: Date | null;
  /** By each way that was tried. */
  ways: ReadonlyMap<string, WayMemory>;
}

interface WayMemory {
  /** When it was last told by this way, in this outage or an earlier one. */
  toldAt: Date | null;
  /** Which outage is told and not yet told to be over, by its beginning. */
  openSince: Date | null;
  failures: number;
  nextAt: Date;
}

/** One thing to tell by one way. */
export interface DatabaseNews {
  way: string;
  occasion: 'raised' | 'standing' | 'over';
  since: Date;
  /** When it was back, which is told later; null: it is away. */
  until: Date | null;
}

const settleMs = 60_000;
const wellMs = 120_000;
const repeatMs = 3_600_000;
const longestBackOffMs = 900_000;
const firstBackOffMs = 30_000;

/** Before anything was seen. */
export const quietWatch: DatabaseWatch = { awaySince: null, wellSince: null, ways: new Map() };

/** After another look at the database. */
export function lookAtDatabase(watch: DatabaseWatch, isAnswering: boolean, now: Date): DatabaseWatch {
  if (isAnswering) {
    return watch.awaySince === null ? watch : { ...watch, awaySince: null, wellSince: now };
  }
  return watch.awaySince === null ? { ...watch, awaySince: now, wellSince: null } : watch;
}

/**
 * What is to be told now, once by each way: that it is away, once it has been for a minute and at most once an hour;
 * that it is back, once it has been for two minutes, where it was told to be away.
 */
export function databaseNews(watch: DatabaseWatch, ways: readonly string[], now: Date): DatabaseNews[] {
  return ways.flatMap((way): DatabaseNews[] => {
    const memory = watch.ways.get(way);
    if (memory !== undefined && memory.nextAt > now) return [];
    const openSince = memory?.openSince ?? null;
    const { awaySince, wellSince } = watch;
    if (awaySince === null) {
      const isOver = openSince !== null && wellSince !== null && sinceMs(wellSince, now) >= wellMs;
      return isOver ? [{ way, occasion: 'over', since: openSince, until: wellSince }] : [];
    }
    if (sinceMs(awaySince, now) < settleMs) return [];
    const toldAt = memory?.toldAt ?? null;
    if (toldAt !== null && sinceMs(toldAt, now) < repeatMs) return [];
    const occasion = openSince === null ? 'raised' : 'standing';
    return [{ way, occasion, since: openSince ?? awaySince, until: null }];
  });
}

/** After news were sent, or could not be. */
export function rememberNews(
  watch: DatabaseWatch,
  { way, occasion, since }: DatabaseNews,
  isDelivered: boolean,
  now: Date,
): DatabaseWatch {
  const before = watch.ways.get(way);
  const failures = isDelivered ? 0 : (before?.failures ?? 0) + 1;
  const pauseMs = Math.min(firstBackOffMs * 2 ** Math.max(0, failures - 1), longestBackOffMs);
  const isTold = isDelivered && occasion !== 'over';
  const isEnded = isDelivered && occasion === 'over';
  const openSince = isTold ? since : isEnded ? null : (before?.openSince ?? null);
  const memory: WayMemory = {
    toldAt: isTold ? now : (before?.toldAt ?? null),
    openSince,
    failures,
    nextAt: isDelivered ? now : new Date(now.getTime() + pauseMs),
  };
  return { ...watch, ways: new Map(watch.ways).set(way, memory) };
}

function sinceMs(at: Date, now: Date): number {
  return now.getTime() - at.getTime();
}
