import type { Withdrawal } from '#contract/wallet.ts';
import { texts } from '#web/texts/texts.ts';
import { exactAmount } from '#web/ui/amount.tsx';
import { shortAddress } from '#web/ui/format.ts';
import { toast } from '#web/ui/toasts.ts';
import { isUnpaid } from './is-unpaid.ts';

/** What of a withdrawal tells how it went. */
type Earlier = Pick<Withdrawal, 'status' | 'why' | 'amount' | 'fee' | 'address'>;

/** Says what became of an order whose answer was lost. */
export function sayEarlier(withdrawal: Earlier): void {
  if (isUnpaid(withdrawal.status)) toast.error(earlierWords(withdrawal));
  else toast(earlierWords(withdrawal));
}

/** Names the order, and says whether it is the one that counts or nothing was paid. */
export function earlierWords({ status, why, amount, fee, address }: Earlier): string {
  const words = texts('wallet').earlier;
  const order = [exactAmount(amount), shortAddress(address)] as const;
  if (!isUnpaid(status)) return words.takenUp(...order);
  if (status === 'failed') return words.failed(...order, exactAmount(fee));
  return why === 'restored' ? words.restored(...order) : words.notSent(...order);
}
