import type { Watch } from '#server/app/watch-ports.ts';
import { expiryGraceMs } from '#server/domain/donation.ts';

/** From one reading to the next. */
const usualMs = 30_000;
/** From the first reading to the one by which an address is listened to for certain. */
const secondAfterMs = 5000;
/** By so much a reading may be late before others are asked for it. */
const overdueMs = 10_000;

/** An address and when it is to be read. */
interface Turn {
  watch: Watch;
  dueAt: number;
}

/**
 * Open addresses that a process listens to, that hold nothing by the books and that it reads by itself: the database is not
 * told of such readings, and has nobody else read the address before its time is over. Whatever comes in between is left to
 * the books (`WatchStore.leave`), where everybody finds it: a change, a node that does not answer, a process that lags or ends.
 */
export interface OwnAddresses {
  /** Takes addresses that are to be read first at that time. */
  add(watches: readonly Watch[], firstReadAt: Date): void;
  /** What is due, up to `limit`; where anything is, or is read anyway, what will be within half of its time goes along. */
  due(now: Date, limit: number, isReading: boolean): Watch[];
  /** How many are due, up to `limit`. */
  countDue(now: Date, limit: number): number;
  /** Those were read, and nothing had changed. Such as it did not have are its own from now on. */
  putOff(read: readonly Watch[], now: Date): void;
  /** They are the books' from now on. */
  forget(watches: readonly Watch[]): void;
  /** What should have been read long ago. */
  overdue(now: Date): Watch[];
  all(): Watch[];
  nextDueAt(): Date | null;
}

/** Opens it, empty. What is new comes to it in the order of its time, or nearly. */
export function createOwnAddresses(): OwnAddresses {
  // Each in the order in which its addresses are due: those that are read for the first time, for the second, and from then on.
  const first = new Map<string, Turn>();
  const second = new Map<string, Turn>();
  const usual = new Map<string, Turn>();
  const queues = [
    { turns: first, soonMs: secondAfterMs / 2 },
    { turns: second, soonMs: 0 },
    { turns: usual, soonMs: usualMs / 2 },
  ];

  function upTo(until: (soonMs: number) => number, now: number, limit: number): Watch[] {
    const found: Watch[] = [];
    for (const { turns, soonMs } of queues) {
      for (const [id, { watch, dueAt }] of turns) {
        if (found.length === limit) return found;
        // A clock that was set back is no reason to wait.
        if (dueAt > until(soonMs) && dueAt <= now + usualMs) break;
        // By then it is due in the books, for its end to be stated.
        if (watch.expiresAt.getTime() + expiryGraceMs < now) turns.delete(id);
        else found.push(watch);
      }
    }
    return found;
  }

  const countDue = (at: number, limit: number): number => upTo(() => at, at, limit).length;

  return {
    add(watches, firstReadAt) {
      const dueAt = firstReadAt.getTime();
      for (const watch of watches) first.set(watch.donationId, { watch, dueAt });
    },
    due(now, limit, isReading) {
      const at = now.getTime();
      return isReading || countDue(at, 1) > 0 ? upTo((soonMs) => at + soonMs, at, limit) : [];
    },
    countDue: (now, limit) => countDue(now.getTime(), limit),
    putOff(read, now) {
      const at = now.getTime();
      for (const watch of read) {
        const id = watch.donationId;
        const turn = first.get(id);
        // Read before it is listened to for certain, it is read again then.
        const listenedAt = turn === undefined ? at : turn.dueAt + secondAfterMs;
        for (const { turns } of queues) turns.delete(id);
        if (at < listenedAt && listenedAt <= at + usualMs) second.set(id, { watch, dueAt: listenedAt });
        else usual.set(id, { watch, dueAt: at + usualMs });
      }
    },
    forget(watches) {
      for (const { donationId } of watches) for (const { turns } of queues) turns.delete(donationId);
    },
    overdue: (now) => upTo(() => now.getTime() - overdueMs, now.getTime(), Infinity),
    all: () => queues.flatMap(({ turns }) => Array.from(turns.values(), ({ watch }) => watch)),
    nextDueAt() {
      const dues = queues.flatMap(({ turns }) => turns.values().next().value?.dueAt ?? []);
      return dues.length === 0 ? null : new Date(Math.min(...dues));
    },
  };
}
