import { useEffect } from 'react';
import type { Withdrawal } from '#contract/wallet.ts';
import { useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { exactAmount } from '#web/ui/amount.tsx';
import { shortAddress } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { openOrder } from './open-order.ts';

/** Says so when the page itself finds the withdrawal whose answer was lost, and calls `onFound`: nothing is to be sent again. */
export function useFoundOrder(withdrawal: Withdrawal | null, onFound: () => void): void {
  const { id: userId } = useUser();
  useEffect(() => {
    if (withdrawal === null || !openOrder.settle(userId, withdrawal.id)) return;
    sayEarlier(withdrawal);
    onFound();
  }, [userId, withdrawal, onFound]);
}

/** Names the one order that counts. */
export function sayEarlier({ amount, address }: Withdrawal): void {
  toast(texts('wallet').review.earlier(exactAmount(amount), shortAddress(address)));
}
