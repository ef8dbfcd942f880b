import type { PublicDonation } from '#contract/donation.ts';
import { leastOnEmptyAddress } from '#contract/lamports.ts';
import { formatTokenSum } from '#contract/tokens.ts';
import { exactAmount } from '#web/ui/amount.tsx';

type Money = Pick<PublicDonation, 'amount' | 'missingAmount' | 'minAmount' | 'token'>;

/** A donation's amounts in words, in SOL or in the token that it is paid in: exact, so that they add up. */
export function moneyWords(donation: Money): { came: string; missing: string; minimum: string } {
  const { amount, missingAmount, minAmount, token } = donation;
  if (token === undefined) {
    const came = exactAmount(amount);
    return { came, missing: exactAmount(missingAmount), minimum: exactAmount(minAmount) };
  }
  return {
    came: formatTokenSum(token),
    missing: formatTokenSum({ ...token, amount: token.missingAmount }),
    minimum: formatTokenSum({ ...token, amount: token.minAmount }),
  };
}

/**
 * What has to be sent where that is more than what is missing: a part that has been passed on leaves its address empty,
 * and the network lets only so much stand there. Null: what is missing can be sent.
 */
export function leastToSend({
  missingAmount,
  token,
  transferSignature,
}: Pick<PublicDonation, 'missingAmount' | 'token' | 'transferSignature'>): string | null {
  const isEmptied = token === undefined && transferSignature !== null;
  return isEmptied && missingAmount < leastOnEmptyAddress ? exactAmount(leastOnEmptyAddress) : null;
}
