import type { Withdrawal } from '#contract/wallet.ts';
import { timeoutMs } from '#web/lib/early-replies.ts';
import { browserStorage, type KeptStorage } from '#web/lib/guarded-storage.ts';
import { drawId } from './draw-id.ts';

/** What is compared of an order and of what became of it. */
type Ordered = Pick<Withdrawal, 'address' | 'amount' | 'isAll'>;

/** An order as all tabs know it. */
interface Kept {
  id: string;
  askedAtMs: number;
  /** A try of it ended without an answer. */
  isUnanswered: boolean;
}

/** What a page knows of its own order. */
interface Own {
  id: string;
  askedAtMs: number;
  /** Its answer may still come. */
  isAwaited: boolean;
  /** Another tab's try of the same id was under way when it was asked. */
  isJoined: boolean;
}

/**
 * The id of a withdrawal that was ordered and whose answer is not known yet, for each streamer of this browser.
 *
 * The server carries an id out once, whatever else the second order says. So all that is ordered while an answer is missing
 * goes under one id, also from a dialog that was opened anew, after a reload and from another tab: one of it is paid, and the
 * answer says which. A page that ordered keeps to its id until it has heard itself what became of it.
 */
export function createOpenOrder(storage: KeptStorage, now: () => number = Date.now) {
  const own = new Map<string, Own>();

  /** What all tabs know of an id; null of one that they have settled, or in whose place is another. */
  const find = (userId: string, id = own.get(userId)?.id): Kept | null => {
    const kept = read(storage, userId);
    return kept?.id === id ? kept : null;
  };
  const keep = (userId: string, kept: Kept) => storage.setItem(keyOf(userId), JSON.stringify(kept));
  const isUnderWay = (kept: Kept) => !kept.isUnanswered && now() - kept.askedAtMs < timeoutMs;
  /** What became of the order is known: the next one is another. False where it was no open one, or known before. */
  const settle = (userId: string, id: string): boolean => {
    const isKept = find(userId, id) !== null;
    if (isKept) storage.removeItem(keyOf(userId));
    const isOwn = own.get(userId)?.id === id && own.delete(userId);
    return isKept || isOwn;
  };
  return {
    settle,
    /** The id to order under, now. */
    idFor(userId: string): string {
      const kept = read(storage, userId);
      const id = own.get(userId)?.id ?? kept?.id ?? drawId();
      const askedAtMs = now();
      own.set(userId, { id, askedAtMs, isAwaited: true, isJoined: kept !== null && isUnderWay(kept) });
      if (kept === null || kept.id === id)
        keep(userId, { id, askedAtMs, isUnanswered: kept?.isUnanswered ?? false });
      return id;
    },
    /** No answer came to what this page ordered: it may have been taken up. */
    leaveUnanswered(userId: string): void {
      const mine = own.get(userId);
      if (mine === undefined) return;
      own.set(userId, { ...mine, isAwaited: false });
      if ((read(storage, userId)?.id ?? mine.id) !== mine.id) return;
      keep(userId, { id: mine.id, askedAtMs: now(), isUnanswered: true });
    },
    /** What this page ordered was refused. That says nothing of a try that was not answered, nor of another tab's. */
    dropRefused(userId: string): void {
      const mine = own.get(userId);
      if (mine === undefined) return;
      own.set(userId, { ...mine, isAwaited: false });
      const kept = find(userId);
      if (kept === null || kept.isUnanswered) return;
      if (!mine.isJoined && kept.askedAtMs === mine.askedAtMs) settle(userId, mine.id);
      else own.delete(userId);
    },
    /** The same as `settle` for what a page finds by itself; false while whoever ordered it may still get the answer. */
    settleFound(userId: string, id: string): boolean {
      const mine = own.get(userId);
      if (mine?.id === id && mine.isAwaited) return false;
      const kept = find(userId, id);
      return (kept === null || !isUnderWay(kept)) && settle(userId, id);
    },
  };
}

/** The open orders of this browser. */
export const openOrder = createOpenOrder(browserStorage);

/** Whether a withdrawal is what was just ordered; else an earlier order of the same id was carried out instead. */
export function isAsOrdered(made: Withdrawal, { address, amount, isAll }: Ordered): boolean {
  // Everything is whatever it is by the time of the transfer.
  const isSameSum = made.isAll === isAll && (isAll || made.amount === amount);
  return made.endedAt === null && made.address === address && isSameSum;
}

function read(storage: KeptStorage, userId: string): Kept | null {
  const text = storage.getItem(keyOf(userId));
  return text === null ? null : (JSON.parse(text) as Kept);
}

function keyOf(userId: string): string {
  return `open-withdrawal:${userId}`;
}
