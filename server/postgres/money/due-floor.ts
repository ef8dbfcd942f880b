/** By so much a time may lie in the past when it is stored: clocks differ, and transactions take their time. */
const latenessMs = 30_000;
/** So often a look searches everything, whatever was moved back behind the floor. */
const searchAllEveryMs = 60_000;

const everything = new Date(0);

/** From which time on what is due has to be searched for. */
export interface DueFloor {
  /** For a look that claims what is due by now. */
  forClaim(now: Date): Date;
  /** For whoever asks when the next is due. */
  forNext(now: Date): Date;
  /** That look found all that there was: nothing older is left. */
  noteFoundAll(floor: Date, now: Date): void;
  /** Something was moved back, by more than a little: the next look searches everything. */
  noteMovedBack(): void;
}

/**
 * Remembers up to when everything that was due has been claimed. What was moved on from there is dead, and while a
 * back-up is open none of it goes: a look without a floor reads all of it again, each time.
 */
export function createDueFloor(): DueFloor {
  let foundUpTo: number | null = null;
  let searchedAllAt = 0;
  return {
    forClaim(now) {
      // A clock that was set back is no reason to wait.
      const isRecent = Math.abs(now.getTime() - searchedAllAt) < searchAllEveryMs;
      return foundUpTo === null || !isRecent ? everything : behind(foundUpTo, now);
    },
    forNext: (now) => (foundUpTo === null ? everything : behind(foundUpTo, now)),
    noteFoundAll(floor, now) {
      foundUpTo = now.getTime();
      if (floor === everything) searchedAllAt = now.getTime();
    },
    noteMovedBack() {
      foundUpTo = null;
    },
  };
}

function behind(at: number, now: Date): Date {
  return new Date(Math.min(at, now.getTime()) - latenessMs);
}
