/** What is known of one key in the current window. */
export interface Tally {
  /** What all processes together have counted, as far as it is known here. */
  total: number;
  /** What of it the others have not been told. */
  untold: number;
}

/** Counts by key in fixed windows. */
export interface WindowCounter {
  /** When the current window ends, in milliseconds. */
  endsAt(now: number): number;
  /** The tally of a key in the current window; a new one for a key that was not seen in it. */
  tally(key: string, now: number): Tally;
  /** Notes that the other processes should hear of a key. */
  noteUntold(key: string, tally: Tally): void;
  /** Gives the keys that were noted in the current window, and forgets that they were. */
  takeUntold(now: number): Map<string, Tally>;
}

/**
 * Opens a counter. With a new window everything before is forgotten at once.
 *
 * It never keeps more than `mostKeys`: when they are too many, half of them go, those that came longest ago, and start
 * anew when they come again. Whoever commands that many addresses is held by the limit for all together.
 */
export function createWindowCounter(windowMs: number, mostKeys: number): WindowCounter {
  let recent = new Map<string, Tally>();
  let older = new Map<string, Tally>();
  let untold = new Map<string, Tally>();
  let endsAt = 0;

  const turn = (now: number): void => {
    if (now < endsAt && now >= endsAt - windowMs) return;
    endsAt = (Math.floor(now / windowMs) + 1) * windowMs;
    recent = new Map();
    older = new Map();
    untold = new Map();
  };

  return {
    endsAt(now) {
      turn(now);
      return endsAt;
    },
    tally(key, now) {
      turn(now);
      const known = recent.get(key);
      if (known !== undefined) return known;
      const tally = older.get(key) ?? { total: 0, untold: 0 };
      if (recent.size >= mostKeys / 2) {
        // Deleting one key at a time from the front of a map takes ever longer.
        older = recent;
        recent = new Map();
      }
      recent.set(key, tally);
      return tally;
    },
    noteUntold(key, tally) {
      untold.set(key, tally);
    },
    takeUntold(now) {
      turn(now);
      const taken = untold;
      untold = new Map();
      return taken;
    },
  };
}
