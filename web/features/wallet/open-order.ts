import type { Withdrawal } from '#contract/wallet.ts';
import { type KeptStorage, tabStorage } from '#web/lib/guarded-storage.ts';
import { drawId } from './draw-id.ts';

/** What is compared of an order and of what became of it. */
type Ordered = Pick<Withdrawal, 'address' | 'amount' | 'isAll'>;

/**
 * The id of a withdrawal that was ordered and whose answer is not known yet, for each streamer of this tab.
 *
 * The server carries an id out once, whatever else the second order says. So all that is ordered while an answer is missing
 * goes under one id, also from a dialog that was opened anew and after a reload: one of it is paid, and the answer says which.
 */
export function createOpenOrder(storage: KeptStorage) {
  return {
    /** The id to order under. */
    idFor(userId: string): string {
      const kept = storage.getItem(keyOf(userId));
      if (kept !== null) return kept;
      const id = drawId();
      storage.setItem(keyOf(userId), id);
      return id;
    },
    /** What became of the order is known: the next one is another. False where it was no open one, or known before. */
    settle(userId: string, id: string): boolean {
      if (storage.getItem(keyOf(userId)) !== id) return false;
      storage.removeItem(keyOf(userId));
      return true;
    },
  };
}

/** The open orders of this tab. */
export const openOrder = createOpenOrder(tabStorage);

/** Whether a withdrawal is what was just ordered; else an earlier order of the same id was carried out instead. */
export function isAsOrdered(made: Withdrawal, { address, amount, isAll }: Ordered): boolean {
  // Everything is whatever it is by the time of the transfer.
  const isSameSum = made.isAll === isAll && (isAll || made.amount === amount);
  return made.endedAt === null && made.address === address && isSameSum;
}

function keyOf(userId: string): string {
  return `open-withdrawal:${userId}`;
}
