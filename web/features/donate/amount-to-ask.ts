import type { PublicDonation } from '#contract/donation.ts';
import type { DonationToken } from '#contract/tokens.ts';
import { hasCome } from '#web/ui/amount.tsx';

/**
 * SOL that the figure on the page, the code, the wallet buttons and the link ask for: what the donor chose, the minimum
 * where they chose nothing, neither below the minimum; and what is missing to the minimum once a part has come.
 */
export function amountToAsk({
  amount,
  missingAmount,
  minAmount,
  askedAmount,
}: Pick<PublicDonation, 'amount' | 'missingAmount' | 'minAmount' | 'askedAmount'>): number {
  // A server of the version before says nothing of a choice.
  return amount > 0 ? missingAmount : Math.max(askedAmount ?? minAmount, minAmount);
}

/** As with SOL: what was chosen, the minimum without a choice, and once a part has come what is missing to the minimum. */
export function tokensToAsk(token: DonationToken): string {
  if (hasCome({ amount: 0, token })) return token.missingAmount;
  return token.askedAmount ?? token.minAmount;
}
