import type { PublicDonation } from '#contract/donation.ts';

/**
 * SOL that the code, the wallet buttons and the link ask for: what the donor chose, the minimum where they chose nothing,
 * and what is missing to the minimum once a part has come. Never below the minimum.
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
