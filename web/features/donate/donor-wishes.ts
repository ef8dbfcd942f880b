import type { PublicDonation } from '#contract/donation.ts';
import { amountInput } from './wallet-amount.ts';

/** What a donor wants beside words and clip. */
export interface DonorWishes {
  /** As it stands in a chip or was typed; empty for none: the payment link then asks for the minimum. */
  amount: string;
  /** The amount is typed, not one of those offered. */
  isOther: boolean;
  /** The mint of the token to pay in; empty for SOL. */
  token: string;
  /** As they were typed, by the mint of their token. What was chosen in another currency stays beside it. */
  tokenAmounts: Readonly<Record<string, string>>;
  hidesName: boolean;
  hidesAmount: boolean;
}

/** Nothing was wished for. */
export const noWishes: DonorWishes = {
  amount: '',
  isOther: false,
  token: '',
  tokenAmounts: {},
  hidesName: false,
  hidesAmount: false,
};

/** Whether there is nothing to keep. */
export function isWithoutWishes({ amount, isOther, token, hidesName, hidesAmount }: DonorWishes): boolean {
  return amount === '' && !isOther && token === '' && !hidesName && !hidesAmount;
}

/** The wishes of a donation, for another attempt. */
export function wishesOf({
  askedAmount,
  token,
  hidesName,
  hidesAmount,
}: Pick<PublicDonation, 'askedAmount' | 'token' | 'hidesName' | 'hidesAmount'>): DonorWishes {
  const amount = askedAmount === null ? '' : amountInput(askedAmount);
  const tokenAmounts = token?.askedAmount ? { [token.mint]: token.askedAmount } : {};
  return { amount, isOther: false, token: token?.mint ?? '', tokenAmounts, hidesName, hidesAmount };
}

/** How the amount is chosen where these are offered: one that is offered no more stands in the field. */
export function chosenBy(
  { amount, isOther }: DonorWishes,
  presets: readonly number[],
): 'none' | 'preset' | 'other' {
  if (isOther) return 'other';
  if (amount === '') return 'none';
  return presets.some((preset) => amountInput(preset) === amount) ? 'preset' : 'other';
}
