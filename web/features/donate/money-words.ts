import type { PublicDonation } from '#contract/donation.ts';
import { formatTokenSum } from '#contract/tokens.ts';
import { exactAmount, sumText } from '#web/ui/amount.tsx';

type Money = Pick<PublicDonation, 'amount' | 'missingAmount' | 'minAmount' | 'token'>;

/** A donation's amounts in words, in SOL or in the token that it is paid in. */
export function moneyWords(donation: Money): { came: string; missing: string; minimum: string } {
  const { missingAmount, minAmount, token } = donation;
  const came = sumText(donation);
  if (token === undefined)
    return { came, missing: exactAmount(missingAmount), minimum: exactAmount(minAmount) };
  return {
    came,
    missing: formatTokenSum({ ...token, amount: token.missingAmount }),
    minimum: formatTokenSum({ ...token, amount: token.minAmount }),
  };
}
