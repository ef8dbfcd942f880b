import type { Address } from '@solana/kit';
import type { KeyPath } from '#server/domain/donation.ts';
import { mostPriorityFeeLamports } from './priority-fee.ts';
import type { NodeAccess } from './rpc-client.ts';
import { tokenAccountBytes } from './token-account.ts';

/**
 * The key of the account that pays for transfers of tokens: m/44'/501'/0'/0'/0'. Streamers are counted from 1
 * (docs/decisions/002), so nobody else's stands there, in whatever epoch.
 */
export const feePayerPath: KeyPath = { user: 0, epoch: 0, index: 0 };

const signatureFeeLamports = 5000n;
/** The donation's wallet signs, and so does the fee payer. */
const dearestFeeLamports = 2n * signatureFeeLamports + mostPriorityFeeLamports;
/** Below so many transfers to new accounts it is almost empty. */
const lowTransfers = 10n;

/** What the fee payer holds, and below what it is almost empty. */
export async function readFeePayerFunds(
  { rpc }: Pick<NodeAccess, 'rpc'>,
  feePayer: Address,
): Promise<{ lamports: bigint; lowLamports: bigint }> {
  const [{ value }, rentLamports] = await Promise.all([
    rpc.getBalance(feePayer, { commitment: 'confirmed' }).send(),
    rpc.getMinimumBalanceForRentExemption(BigInt(tokenAccountBytes)).send(),
  ]);
  return { lamports: value, lowLamports: lowTransfers * (rentLamports + dearestFeeLamports) };
}
