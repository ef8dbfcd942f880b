import { useEffect } from 'react';
import type { Withdrawal } from '#contract/wallet.ts';
import { useUser } from '#web/lib/session.tsx';
import { sayEarlier } from './earlier-order.ts';
import { isUnpaid } from './is-unpaid.ts';
import { openOrder } from './open-order.ts';

/**
 * Says so when the page itself finds the withdrawal whose answer was lost; calls `onTaken` where nothing is to be sent
 * again.
 */
export function useFoundOrder(withdrawal: Withdrawal | null, onTaken: () => void): void {
  const { id: userId } = useUser();
  // At every reading: an order comes to be unanswered while what became of it stays the same.
  useEffect(() => {
    if (withdrawal === null || !openOrder.settleFound(userId, withdrawal.id)) return;
    sayEarlier(withdrawal);
    if (!isUnpaid(withdrawal.status)) onTaken();
  });
}
