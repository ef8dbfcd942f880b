import { isAddress } from '@solana/kit';
import * as z from 'zod';
import { mostTokenDecimals, tokensToUnits } from '#contract/tokens.ts';
import type { AllowedToken } from '#server/app/token-ports.ts';

/** SOL in the clothes of a token. */
const wrappedSol = 'So11111111111111111111111111111111111111112';
/** More would not fit on a page, and nobody could tell them apart. */
const mostTokens = 20;
const usualMinimum = '1';
const form =
  'must be a list of SYMBOL:mint:decimals or SYMBOL:mint:decimals:minimum, for example USDC:4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU:6:1';

/** The variable with the tokens that are taken. Empty: SOL alone, or on the sandbox its own token as well. */
export const tokenVariables = {
  TOKENS: z.preprocess(
    (text) => (text === '' ? undefined : text),
    z
      .string()
      .transform((text, context): AllowedToken[] => {
        const tokens = text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
          .map(readToken);
        const fault = findFault(tokens);
        if (fault !== null) context.addIssue({ code: 'custom', message: fault });
        return tokens.filter((token) => typeof token !== 'string');
      })
      .optional(),
  ),
};

/** A token of the list, or what is wrong with it. */
function readToken(text: string): AllowedToken | string {
  const [symbol = '', mint = '', digits = '', minimum = usualMinimum, ...rest] = text.split(':');
  if (!/^[A-Za-z0-9]{1,10}$/.test(symbol) || !/^\d{1,2}$/.test(digits) || rest.length > 0) return form;
  if (!isAddress(mint)) return `${symbol}: ${mint} is no address of Solana`;
  const decimals = Number(digits);
  if (decimals > mostTokenDecimals) return `${symbol}: at most ${mostTokenDecimals} decimals are taken`;
  if (mint === wrappedSol) return `${symbol}: this is SOL, which is always taken`;
  const minimumUnits = tokensToUnits(minimum, decimals);
  if (minimumUnits === null || minimumUnits === 0n)
    return `${symbol}: the minimum must be above 0 and have at most ${decimals} decimals`;
  return { symbol, mint, decimals, minimumUnits };
}

function findFault(tokens: readonly (AllowedToken | string)[]): string | null {
  const fault = tokens.find((token) => typeof token === 'string');
  if (fault !== undefined) return fault;
  const read = tokens.filter((token) => typeof token !== 'string');
  const symbols = new Set(read.map(({ symbol }) => symbol.toUpperCase()));
  const mints = new Set(read.map(({ mint }) => mint));
  if (symbols.has('SOL')) return 'SOL is always taken and needs no entry';
  if (symbols.size < read.length || mints.size < read.length) return 'each symbol and each mint once';
  return read.length > mostTokens ? `at most ${mostTokens} tokens` : null;
}
