import type { NewDonation } from '#contract/donation.ts';
import type { RouteReply } from '#contract/routes.ts';
import {
  formatTokens,
  formatTokenSum,
  mostTokenUnits,
  type OfferedToken,
  tokensToUnits,
  unitsToTokens,
} from '#contract/tokens.ts';
import { texts } from '#web/texts/texts.ts';
import { pointForComma } from '#web/lib/point-for-comma.ts';
import type { DonorWishes } from './donor-wishes.ts';
import { amountProblem, readAmount } from './wallet-amount.ts';

type Page = Pick<RouteReply<'donationPage'>, 'presetAmounts' | 'minDonationAmount' | 'tokens'>;

/** What is to be asked for, as the call that creates the donation takes it. Nothing in it: the minimum in SOL. */
export type WishedAmount = Pick<NewDonation, 'askedAmount' | 'token' | 'askedTokenAmount'>;

/** The token that was chosen, as long as the streamer takes it; null: SOL. */
export function chosenToken({ token }: DonorWishes, { tokens }: Page): OfferedToken | null {
  return tokens?.find(({ mint }) => mint === token) ?? null;
}

/** What a donor wants to pay, or what is wrong with what was typed, in words. */
export function readWishedAmount(
  wishes: DonorWishes,
  page: Page,
): { wished: WishedAmount } | { problem: string } {
  const token = chosenToken(wishes, page);
  return token === null ? readSol(wishes, page) : readToken(wishes.tokenAmounts[token.mint] ?? '', token);
}

/** Whether a clip is heard with what is asked for: a streamer's minimum for clips counts SOL alone. */
export function isClipHeard(wishes: DonorWishes, page: Page & { clipMinimumAmount: number | null }): boolean {
  if (page.clipMinimumAmount === null) return true;
  if (chosenToken(wishes, page) !== null) return false;
  const amount = readWishedAmount(wishes, page);
  const asked = 'wished' in amount ? amount.wished.askedAmount : null;
  return (asked ?? page.minDonationAmount) >= page.clipMinimumAmount;
}

/** Nothing is asked where the field was left empty, nor of a server of the version before, which knows no such field. */
function readSol({ amount }: DonorWishes, { presetAmounts, minDonationAmount }: Page) {
  if (presetAmounts === undefined || amount.trim() === '') return { wished: {} };
  const { amountErrors } = texts('donate').form;
  const problem = amountProblem(amount, minDonationAmount, amountErrors);
  const askedAmount = readAmount(amount);
  if (askedAmount === null || problem !== undefined) return { problem: problem ?? amountErrors.noAmount };
  return { wished: { askedAmount } };
}

function readToken(text: string, token: OfferedToken) {
  const { mint, decimals, minAmount } = token;
  if (text.trim() === '') return { wished: { token: mint } };
  const { amountErrors } = texts('donate').form;
  const units = readUnits(text, decimals);
  if (units === null) return { problem: amountErrors.noTokens(decimals) };
  if (units <= 0n || units < (tokensToUnits(minAmount, decimals) ?? 0n))
    return { problem: amountErrors.tooLittle(formatTokenSum({ ...token, amount: minAmount })) };
  if (units > mostTokenUnits) return { problem: amountErrors.tooMany(formatTokens(mostTokenUnits, token)) };
  return { wished: { token: mint, askedTokenAmount: unitsToTokens(units, decimals) } };
}

/**
 * Units as they were typed, with point or comma; null when it is no amount, or finer than the token. Below zero, and above
 * what there can be, they are told all the same: each is refused in words of its own.
 */
function readUnits(text: string, decimals: number): bigint | null {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d*)\.?(\d*?)0*$/.exec(pointForComma(text)) ?? [];
  if (sign === undefined || whole + fraction === '' || fraction.length > decimals) return null;
  return BigInt(`${sign}${whole}${fraction.padEnd(decimals, '0')}`);
}
