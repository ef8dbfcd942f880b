import { type CapacitySignal, capacitySignals } from '#contract/admin.ts';
import { Problem } from '#contract/problem.ts';
import type { Capacity, CapacityLevels } from './capacity.ts';
import { createGate } from './gate.ts';

/** The signals that are measured once a second; `begun` is counted where it begins. */
export type SampledLevels = Omit<CapacityLevels, 'begun'>;

/** So many samples in a row must be too much: one long garbage collection or one full queue is no overload. */
const samplesToBegin = 2;
/** And so many must be well below before it ends, so that it does not begin again with the first who are let in. */
const samplesToEnd = 5;
const endsBelow = 0.7;
/** A page of ours waits 10 s for its answer. */
const patienceMs = 5000;

/** How a signal stands. */
interface SignalState {
  isOver: boolean;
  /** Samples in a row that speak for the other state. */
  streak: number;
}

/**
 * Decides when new donations are refused.
 *
 * | signal is | a sample | becomes |
 * |---|---|---|
 * | within | above its limit, twice in a row | over |
 * | over | at 70 % of its limit or less, five times in a row | within |
 * | either | anything else | the same; the row begins anew |
 *
 * New donations are refused while any signal is over. What is under way at once is a plain bound: one more is refused,
 * and taken again as soon as one has ended. At most `donationsAtOnce` donations are created at the same time; the others
 * wait their turn, and one that has waited 5 s is refused.
 */
export function createShedding(
  limits: CapacityLevels,
  donationsAtOnce: number,
): Capacity & { observe(sample: SampledLevels): void } {
  const signals = new Map<CapacitySignal, SignalState>();
  let sampled: SampledLevels = {
    event_loop: 0,
    database_wait: 0,
    database_queue: 0,
    reading_lag: 0,
    open_donations: 0,
  };
  let begun = 0;
  const inTurn = createGate({ running: donationsAtOnce, waiting: limits.begun, patienceMs });
  const waitForTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    let isIn = false;
    const enter = (): Promise<T> => {
      isIn = true;
      return work();
    };
    return await inTurn(enter).catch((error: unknown) => {
      throw isIn ? error : new Problem('at_capacity');
    });
  };
  const findReasons = (): CapacitySignal[] =>
    capacitySignals.filter((name) =>
      name === 'begun' ? begun >= limits.begun : signals.get(name)?.isOver === true,
    );
  const admit = (): void => {
    if (findReasons().length > 0) throw new Problem('at_capacity');
  };

  return {
    observe(sample) {
      sampled = sample;
      for (const name of capacitySignals) {
        if (name !== 'begun') signals.set(name, follow(signals.get(name), sample[name], limits[name]));
      }
    },
    admit,
    async hold(what, work) {
      admit();
      begun += 1;
      try {
        return await (what === 'donation' ? waitForTurn(work) : work());
      } finally {
        begun -= 1;
      }
    },
    state: () => ({ reasons: findReasons(), levels: { ...sampled, begun }, limits }),
  };
}

function follow(
  { isOver, streak }: SignalState = { isOver: false, streak: 0 },
  level: number,
  limit: number,
): SignalState {
  const speaksForOther = isOver ? level <= limit * endsBelow : level > limit;
  if (!speaksForOther) return { isOver, streak: 0 };
  const isTurned = streak + 1 >= (isOver ? samplesToEnd : samplesToBegin);
  return isTurned ? { isOver: !isOver, streak: 0 } : { isOver, streak: streak + 1 };
}
