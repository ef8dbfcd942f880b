import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Capacity, CapacityLevels } from '#server/app/capacity.ts';
import type { Log } from '#server/app/log.ts';
import { createShedding } from '#server/app/shedding.ts';
import type { DatabaseLoad } from '#server/postgres/operator/database-load.ts';

/** Where the signals come from. */
interface CapacitySources {
  /** Queries of this process that wait for a connection. */
  waitingQueries: () => number;
  readLoad: () => Promise<DatabaseLoad>;
}

/** Twice as many as are created in one go, over one connection, so that the next batch is at hand. More wait outside. */
const donationsAtOnce = 200;
const everyMs = 1000;
/** How often the timer that is measured should fire. */
const resolutionMs = 20;
const loopSeconds = 5;
/** A database that answered within this time is slow, not away. */
const answeringMs = 10_000;

/**
 * Measures once a second how much this process and its database have to do, and refuses new donations while it is too
 * much. The question to the database waits for a connection like any other: how long it takes is a signal itself, also
 * while it has no answer yet. One that fails at once says nothing: then the database is away, and calls say so.
 * `isDatabaseAnswering`: whether a question was answered lately, however slowly.
 */
export function watchCapacity(
  limits: CapacityLevels,
  sources: CapacitySources,
  log: Log,
): Capacity & { isDatabaseAnswering(): boolean; stop(): Promise<void> } {
  const shedding = createShedding(limits, donationsAtOnce);
  const loop = watchEventLoop();
  let load: DatabaseLoad = { readingLagMs: 0, openDonations: 0 };
  let waitMs = 0;
  // Just now: a server begins by asking it.
  let answeredAt = performance.now();
  let asking: { since: number; answer: Promise<void> } | null = null;
  let wasShedding = false;

  const ask = async (since: number): Promise<void> => {
    try {
      load = await sources.readLoad();
      answeredAt = performance.now();
    } catch (error) {
      log.info({ error }, 'The load of the database could not be read.');
    }
    waitMs = performance.now() - since;
    asking = null;
  };
  const sample = (): void => {
    const now = performance.now();
    const database_wait = asking === null ? waitMs : now - asking.since;
    shedding.observe({
      event_loop: loop.read(),
      database_wait,
      database_queue: sources.waitingQueries(),
      reading_lag: load.readingLagMs,
      open_donations: load.openDonations,
    });
    // Behind the count of those that wait: it waits for a connection too, if only for this turn.
    if (asking === null) asking = { since: now, answer: ask(now) };
    const { reasons, levels } = shedding.state();
    if (reasons.length > 0 !== wasShedding) {
      wasShedding = !wasShedding;
      const words = wasShedding
        ? 'New donations are refused for the moment.'
        : 'New donations are taken again.';
      log.warn({ reasons, levels }, words);
    }
  };
  const timer = setInterval(sample, everyMs);
  return {
    ...shedding,
    isDatabaseAnswering: () => performance.now() - answeredAt < answeringMs,
    async stop() {
      clearInterval(timer);
      loop.stop();
      await asking?.answer;
    },
  };
}

/**
 * How late timers come: the 99th percentile of each second, and of the last five seconds the median, so that one long
 * pause in them counts for little.
 */
function watchEventLoop(): { read(): number; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const seconds: number[] = [];
  return {
    read() {
      seconds.push(Math.max(0, delay.percentile(99) / 1e6 - resolutionMs));
      delay.reset();
      if (seconds.length > loopSeconds) seconds.shift();
      const sorted = seconds.toSorted((a, b) => a - b);
      return seconds.length < loopSeconds ? 0 : (sorted[Math.floor(loopSeconds / 2)] ?? 0);
    },
    stop: () => void delay.disable(),
  };
}
