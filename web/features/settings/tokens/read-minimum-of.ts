import { formatTokenSum, type StreamerToken, tokensToUnits, unitsToTokens } from '#contract/tokens.ts';
import { pointForComma } from '#web/lib/point-for-comma.ts';
import { texts } from '#web/texts/texts.ts';

type Limits = Pick<StreamerToken, 'symbol' | 'decimals' | 'leastAmount'>;

/** A minimum as it was typed, with point or comma, or what is wrong with it in words. */
export function readMinimumOf(typed: string, token: Limits): { minAmount: string } | { problem: string } {
  const { decimals, leastAmount } = token;
  const words = texts('settings').tokens;
  const units = tokensToUnits(pointForComma(typed).replace(/^\./, '0.'), decimals);
  if (units === null || units === 0n) return { problem: words.noAmount(decimals) };
  if (units < (tokensToUnits(leastAmount, decimals) ?? 0n))
    return { problem: words.tooLittle(formatTokenSum({ ...token, amount: leastAmount })) };
  return { minAmount: unitsToTokens(units, decimals) };
}
