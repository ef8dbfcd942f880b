import type { PublicDonation } from '#contract/donation.ts';
import { amountInput, readAmount } from './wallet-amount.ts';

/** What a donor wants beside words and clip. */
export interface DonorWishes {
  /** As it stands in a chip or was typed; empty for none: the payment link then asks for the minimum. */
  amount: string;
  /** The amount is typed, not one of those offered. */
  isOther: boolean;
  hidesName: boolean;
  hidesAmount: boolean;
}

/** Nothing was wished for. */
export const noWishes: DonorWishes = { amount: '', isOther: false, hidesName: false, hidesAmount: false };

/** Whether there is nothing to keep. */
export function isWithoutWishes({ amount, isOther, hidesName, hidesAmount }: DonorWishes): boolean {
  return amount === '' && !isOther && !hidesName && !hidesAmount;
}

/** The wishes of a donation, for another attempt. */
export function wishesOf({
  askedAmount,
  hidesName,
  hidesAmount,
}: Pick<PublicDonation, 'askedAmount' | 'hidesName' | 'hidesAmount'>): DonorWishes {
  const amount = askedAmount === null ? '' : amountInput(askedAmount);
  return { amount, isOther: false, hidesName, hidesAmount };
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

/** SOL to ask for, null for the minimum; or what is wrong with what was typed. Nothing is asked where nothing is offered. */
export function readWishedAmount(
  wishes: DonorWishes,
  { presets, minimum }: { presets: readonly number[]; minimum: number },
): { sol: number | null } | { problem: 'noAmount' | 'tooLittle' } {
  if (presets.length === 0 || chosenBy(wishes, presets) === 'none') return { sol: null };
  const sol = readAmount(wishes.amount);
  if (sol === null) return { problem: 'noAmount' };
  return sol < minimum ? { problem: 'tooLittle' } : { sol };
}
