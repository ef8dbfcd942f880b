import { expect, it } from 'vitest';
import { heldTokens } from './held-tokens.ts';

const token = (symbol: string, amount: string | null) => ({ mint: symbol, symbol, decimals: 6, amount });

it('what is held is said with its symbol, and what is empty is not', () => {
  const reply = { data: [token('USDC', '5'), token('EURC', '0')] };
  expect(heldTokens(reply, false)).toEqual({ sums: ['5.00 USDC'], isKnown: true });
});

it('where the operator allows no token, it is known that none is held', () => {
  expect(heldTokens({ data: [] }, false)).toEqual({ sums: [], isKnown: true });
});

it('a token of which no node tells is unknown, and not empty', () => {
  const reply = { data: [token('USDC', '5'), token('EURC', null)] };
  expect(heldTokens(reply, false)).toEqual({ sums: ['5.00 USDC'], isKnown: false });
});

it('without an answer, or with an old one, nothing is known to be empty', () => {
  expect(heldTokens(undefined, true)).toEqual({ sums: [], isKnown: false });
  expect(heldTokens({ data: [] }, true)).toEqual({ sums: [], isKnown: false });
});
