import type { Clock } from '#server/app/ports.ts';
import type { ChangeHearing } from './change-hearing.ts';

/** What was read, and what makes it untrue. */
export interface Remembered<T> {
  value: T;
  /** Rooms of the events that tell of a change. */
  rooms: readonly string[];
  /** When it becomes untrue by itself; null: never. */
  until: Date | null;
}

/** Answers to reads, as true as the database's own. */
export interface ReadMemory<T> {
  /**
   * What is remembered under a key, or what `load` reads from the database. What `load` does not find (null) is not
   * remembered: there is no end of keys that do not exist. Throws what `load` throws.
   */
  read(key: string, load: () => Promise<Remembered<T> | null>): T | Promise<T | null>;
  /**
   * What is remembered under a key and certain at this moment; null: it must be read. A promise of either where only a
   * reading of changes that is under way is missing.
   */
  peek(key: string): T | Promise<T | null> | null;
  /** How many answers are remembered. */
  size(): number;
}

interface Entry<T> extends Remembered<T> {
  usedAt: number;
}

/** What nobody has asked for so long goes: the page of a donation that has ended is closed some time. */
const idleMs = 120_000;
/** Moving an entry to the end of the row is not worth it more often. */
const touchEveryMs = 1000;

/**
 * Opens a memory of at most `most` answers; those that nobody asked for longest go first.
 *
 * An answer is kept only if no change that concerns it was heard of from the beginning of its reading on. What commits
 * between reading and keeping is either heard of before, and the answer is not kept, or later, and it is forgotten:
 * every event that is committed while the process hears is heard. While it does not, each read goes to the database.
 */
export function createReadMemory<T>(
  hearing: ChangeHearing,
  { most, clock }: { most: number; clock: Clock },
): ReadMemory<T> {
  /** In the order of their use. */
  const entries = new Map<string, Entry<T>>();
  const keysOfRoom = new Map<string, Set<string>>();
  /** For each reading under way, the rooms that were told of since; null once anything may have changed. */
  const underWay = new Set<{ changed: Set<string> | null }>();

  const forget = (key: string): void => {
    for (const room of entries.get(key)?.rooms ?? []) {
      const keys = keysOfRoom.get(room);
      keys?.delete(key);
      if (keys?.size === 0) keysOfRoom.delete(room);
    }
    entries.delete(key);
  };
  const forgetOldest = (isTooOld: (entry: Entry<T>) => boolean): void => {
    for (const [key, entry] of entries) {
      if (!isTooOld(entry)) return;
      forget(key);
    }
  };
  const keep = (key: string, remembered: Remembered<T>): void => {
    forget(key);
    entries.set(key, { ...remembered, usedAt: performance.now() });
    for (const room of remembered.rooms) {
      const keys = keysOfRoom.get(room) ?? new Set();
      keysOfRoom.set(room, keys.add(key));
    }
    forgetOldest(() => entries.size > most);
  };
  const find = (key: string): Entry<T> | null => {
    const entry = entries.get(key);
    if (entry === undefined || (entry.until !== null && entry.until <= clock.now())) return null;
    const now = performance.now();
    if (now - entry.usedAt > touchEveryMs) {
      entry.usedAt = now;
      entries.delete(key);
      entries.set(key, entry);
    }
    return entry;
  };
  const load = async (key: string, read: () => Promise<Remembered<T> | null>): Promise<T | null> => {
    const reading: { changed: Set<string> | null } = { changed: new Set() };
    underWay.add(reading);
    try {
      const remembered = await read();
      const { changed } = reading;
      if (remembered === null || changed === null) return remembered?.value ?? null;
      if (!remembered.rooms.some((room) => changed.has(room))) keep(key, remembered);
      return remembered.value;
    } finally {
      underWay.delete(reading);
    }
  };

  hearing.follow({
    changed(room) {
      for (const key of keysOfRoom.get(room) ?? []) forget(key);
      for (const { changed } of underWay) changed?.add(room);
    },
    interrupted() {
      entries.clear();
      keysOfRoom.clear();
      for (const reading of underWay) reading.changed = null;
    },
    caughtUp: (now) => forgetOldest(({ usedAt }) => usedAt < now - idleMs),
  });

  const peekLater = async (key: string): Promise<T | null> =>
    (await hearing.becomesSure()) ? (find(key)?.value ?? null) : null;
  const readLater = async (key: string, read: () => Promise<Remembered<T> | null>): Promise<T | null> =>
    (await peekLater(key)) ?? (await load(key, read));

  return {
    read(key, read) {
      if (!hearing.isSure()) return readLater(key, read);
      return find(key)?.value ?? load(key, read);
    },
    peek(key) {
      if (hearing.isSure()) return find(key)?.value ?? null;
      return entries.has(key) ? peekLater(key) : null;
    },
    size: () => entries.size,
  };
}
