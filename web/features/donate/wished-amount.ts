import type { NewDonation } from '#contract/donation.ts';
import type { RouteReply } from '#contract/routes.ts';
import { formatTokenSum, type OfferedToken, tokensToUnits, unitsToTokens } from '#contract/tokens.ts';
import { texts } from '#web/texts/texts.ts';
import { pointForComma } from '#web/lib/point-for-comma.ts';
import { chosenBy, type DonorWishes } from './donor-wishes.ts';
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
  return token === null ? readSol(wishes, page) : readToken(wishes.tokenAmount, token);
}

/** Nothing is asked where nothing is offered. */
function readSol(wishes: DonorWishes, { presetAmounts = [], minDonationAmount }: Page) {
  if (presetAmounts.length === 0 || chosenBy(wishes, presetAmounts) === 'none') return { wished: {} };
  const { amountErrors } = texts('donate').form;
  const problem = amountProblem(wishes.amount, minDonationAmount, amountErrors);
  const askedAmount = readAmount(wishes.amount);
  if (askedAmount === null || problem !== undefined) return { problem: problem ?? amountErrors.noAmount };
  return { wished: { askedAmount } };
}

function readToken(text: string, { mint, decimals, symbol, minAmount }: OfferedToken) {
  if (text.trim() === '') return { wished: { token: mint } };
  const { amountErrors } = texts('donate').form;
  const units = readUnits(text, decimals);
  if (units === null || units === 0n) return { problem: amountErrors.noTokens(decimals) };
  if (units < (tokensToUnits(minAmount, decimals) ?? 0n))
    return { problem: amountErrors.tooLittle(formatTokenSum({ amount: minAmount, decimals, symbol })) };
  return { wished: { token: mint, askedTokenAmount: unitsToTokens(units, decimals) } };
}

/** Units as they were typed, with point or comma; null when it is no amount, or finer than the token. */
function readUnits(text: string, decimals: number): bigint | null {
  const typed = pointForComma(text).replace(/^\./, '0.').replace(/\.$/, '');
  return tokensToUnits(typed, decimals);
}
