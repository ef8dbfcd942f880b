import type { LimitCounts } from './limit-counts.ts';
import type { Meter } from './limiter.ts';
import type { Tally } from './window-counter.ts';

const mostAtOnce = 2000;
const forgetEveryMs = 60_000;

interface Told {
  meter: Meter;
  key: string;
  tally: Tally;
  endsAt: number;
  count: number;
}

/**
 * Tells the other processes, again and again, what was counted here, and learns what they have. What could not be told
 * is told the next time. `stop` waits for what is under way.
 */
export function exchangeTallies(options: {
  meters: readonly Meter[];
  counts: LimitCounts;
  hash: (meter: Meter, key: string) => string;
  now: () => number;
  everyMs: number;
  report: (error: unknown) => void;
}): { stop(): Promise<void> } {
  const { meters, counts, hash, now, report } = options;
  let forgetAt = performance.now() + Math.random() * forgetEveryMs;
  let underWay: Promise<void> | null = null;

  const exchange = async (): Promise<void> => {
    const telling = take(meters, now());
    const told = telling.slice(0, mostAtOnce);
    putBack(telling.slice(mostAtOnce), now());
    try {
      const sent = told.map(({ meter, key, endsAt, count }) => ({ key: hash(meter, key), endsAt, count }));
      const totals = sent.length === 0 ? [] : await counts.exchange(sent);
      for (const [index, { tally }] of told.entries()) tally.total = (totals[index] ?? 0) + tally.untold;
      if (performance.now() < forgetAt) return;
      forgetAt = performance.now() + forgetEveryMs;
      await counts.forgetPast();
    } catch (error) {
      putBack(told, now());
      report(error);
    }
  };
  const timer = setInterval(() => {
    underWay ??= exchange().finally(() => (underWay = null));
  }, options.everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await underWay;
    },
  };
}

/** What is to be told; for the moment it counts as told. */
function take(meters: readonly Meter[], at: number): Told[] {
  return meters.flatMap((meter) =>
    [...meter.counter.takeUntold(at)].map(([key, tally]) => {
      const count = tally.untold;
      tally.untold = 0;
      return { meter, key, tally, endsAt: meter.counter.endsAt(at), count };
    }),
  );
}

/** What was not told waits for the next time, unless its window has ended. */
function putBack(told: readonly Told[], at: number): void {
  for (const { meter, key, tally, endsAt, count } of told) {
    tally.untold += count;
    if (meter.counter.endsAt(at) === endsAt) meter.counter.noteUntold(key, tally);
  }
}
