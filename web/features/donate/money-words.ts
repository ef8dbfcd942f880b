import type { PublicDonation } from '#contract/donation.ts';
import { leastOnEmptyAddress } from '#contract/lamports.ts';
import { formatTokenSum } from '#contract/tokens.ts';
import { exactAmount } from '#web/ui/amount.tsx';

type Money = Pick<PublicDonation, 'amount' | 'missingAmount' | 'minAmount' | 'askedAmount' | 'token'>;

interface MoneyWords {
  came: string;
  missing: string;
  minimum: string;
  /** What the donor chose to pay; null: nothing. */
  chosen: string | null;
}

/** A donation's amounts in words, in SOL or in the token that it is paid in: exact, so that they add up. */
export function moneyWords({ amount, missingAmount, minAmount, askedAmount, token }: Money): MoneyWords {
  if (token === undefined) {
    const [came, missing, minimum] = [
      exactAmount(amount),
      exactAmount(missingAmount),
      exactAmount(minAmount),
    ];
    return { came, missing, minimum, chosen: askedAmount ? exactAmount(askedAmount) : null };
  }
  const words = (ofToken: string) => formatTokenSum({ ...token, amount: ofToken });
  return {
    came: words(token.amount),
    missing: words(token.missingAmount),
    minimum: words(token.minAmount),
    chosen: token.askedAmount === null ? null : words(token.askedAmount),
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
