import { setTimeout as sleep } from 'node:timers/promises';

/** Where the reader of events says what it does. */
export interface ChangeListener {
  /** A wake-up call came: something was committed that may not have been read yet. */
  hinted(): void;
  /**
   * A read begins. Its end is told with the rooms of the events that it met for the first time, in whatever order, and
   * whether everything committed before its beginning was among what was read so far. A read that failed tells nothing.
   */
  beginRead(): (rooms: Iterable<string>, isAll: boolean) => void;
}

/** Something in memory that lives by the changes. */
interface Follower {
  changed(room: string): void;
  /** Changes may have been missed. */
  interrupted(): void;
  /** All is heard for the moment; `now` is in milliseconds of `performance.now()`. */
  caughtUp(now: number): void;
}

/** What is known of how well this process hears the others. */
export interface ChangeHearing extends ChangeListener {
  follow(follower: Follower): void;
  /** True while every change is heard of which the database has told, and the last reading is not long ago. */
  isSure(): boolean;
  /** The same a moment later, where only a reading that has been called for is missing. */
  becomesSure(): Promise<boolean>;
}

/** The reader looks every second without being called; what it has not heard for so long, it may not know. */
const believedMs = 2000;
/** How long a question waits for a reading that is under way, which takes a millisecond or two. */
const patienceMs = 100;

/**
 * Opens the hearing of a process.
 *
 * | the reader of events | memory is |
 * |---|---|
 * | has read everything since the last wake-up call, within two seconds | believed |
 * | was woken and has not finished reading | waited for, 100 ms at most |
 * | fails, hangs or was stopped for two seconds, with its whole process or alone | not believed |
 * | reads again after that | empty, because the events in between may be gone |
 */
export function createChangeHearing(now: () => number = () => performance.now()): ChangeHearing {
  const followers: Follower[] = [];
  let hints = 0;
  let hintsRead = 0;
  let heardAt = -Infinity;
  let next = Promise.withResolvers<void>();

  const isRecent = (): boolean => now() - heardAt < believedMs;
  const isSure = (): boolean => hintsRead === hints && isRecent();

  return {
    isSure,
    follow: (follower) => void followers.push(follower),
    hinted: () => void (hints += 1),
    beginRead() {
      const beganAt = now();
      const hintsBefore = hints;
      return (rooms, isAll) => {
        for (const room of rooms) for (const follower of followers) follower.changed(room);
        if (!isAll) return;
        if (beganAt - heardAt >= believedMs) for (const follower of followers) follower.interrupted();
        heardAt = beganAt;
        hintsRead = hintsBefore;
        for (const follower of followers) follower.caughtUp(beganAt);
        next.resolve();
        next = Promise.withResolvers();
      };
    },
    async becomesSure() {
      const timeout = new AbortController();
      const late = sleep(patienceMs, true, { signal: timeout.signal }).catch(() => true);
      let isLate = false;
      while (!isLate && !isSure() && isRecent()) {
        isLate = (await Promise.race([next.promise, late])) === true;
      }
      timeout.abort();
      return isSure();
    },
  };
}
