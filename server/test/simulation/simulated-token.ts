import { type Address, address, getBase64Decoder } from '@solana/kit';
import { AccountState, getMintEncoder, getTokenEncoder } from '@solana-program/token';
import type { TokenHolding } from './execute-transaction.ts';

/** The token of the simulated chain. */
export const simulatedToken = {
  symbol: 'USDC',
  mint: address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  decimals: 6,
  minimumUnits: 1_000_000n,
};

/** The mint as a node gives it. */
export function encodeMint(): string {
  const { decimals } = simulatedToken;
  const none = { mintAuthority: null, freezeAuthority: null };
  return getBase64Decoder().decode(
    getMintEncoder().encode({ ...none, supply: 10n ** 15n, decimals, isInitialized: true }),
  );
}

/** A token account as a node gives it. */
export function encodeTokenAccount({ owner, units, isFrozen }: TokenHolding): string {
  const none = { delegate: null, isNative: null, delegatedAmount: 0n, closeAuthority: null };
  const { mint } = simulatedToken;
  return getBase64Decoder().decode(
    getTokenEncoder().encode({
      ...none,
      mint,
      owner: owner as Address,
      amount: units,
      state: isFrozen ? AccountState.Frozen : AccountState.Initialized,
    }),
  );
}
