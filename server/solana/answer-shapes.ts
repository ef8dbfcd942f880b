import { z } from 'zod';
import { mostBlocksValid } from './blockhash-end.ts';

/** A slot, a height or lamports, as far as a column takes it: by far more than there will be of any. */
const count = z
  .bigint()
  .nonnegative()
  .max(2n ** 63n - 1n);
const slot = count;
/** Seconds since 1970, up to the last year of four digits. */
const time = z.bigint().nonnegative().max(253_402_300_799n);
const inContext = <T extends z.ZodType>(value: T) => z.object({ context: z.object({ slot }), value });
const commitment = z.enum(['processed', 'confirmed', 'finalized']).nullable();

/** One account has one balance before and one after: with fewer nobody knows which are missing. */
const transaction = z
  .object({
    slot,
    blockTime: time.nullable(),
    transaction: z.object({ message: z.object({ accountKeys: z.array(z.string()) }) }),
    meta: z.object({
      err: z.unknown(),
      fee: count,
      preBalances: z.array(count),
      postBalances: z.array(count),
      loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).optional(),
    }),
  })
  .refine(({ transaction: { message }, meta: { preBalances, postBalances, loadedAddresses } }) => {
    const loaded = (loadedAddresses?.writable.length ?? 0) + (loadedAddresses?.readonly.length ?? 0);
    const accounts = message.accountKeys.length + loaded;
    return preBalances.length === accounts && postBalances.length === accounts;
  });

/**
 * What we read of each method's `result`, as it comes off the wire (every integer is a bigint). What is unknown there must be
 * there: without an `err` nobody knows whether it succeeded.
 */
const shapes: Readonly<Record<string, z.ZodType>> = {
  getAccountInfo: inContext(
    z.object({ owner: z.string(), space: z.bigint(), executable: z.boolean() }).nullable(),
  ),
  getBalance: inContext(count),
  getBlock: z
    .object({ blockHeight: count.nullable(), signatures: z.array(z.string()).optional() })
    .nullable(),
  getBlockTime: time.nullable(),
  getBlocksWithLimit: z.array(slot),
  getEpochInfo: z.object({ absoluteSlot: slot, blockHeight: count }),
  getFeeForMessage: inContext(count.nullable()),
  getGenesisHash: z.string().min(32),
  getHealth: z.literal('ok'),
  // No height is above its slot.
  getLatestBlockhash: inContext(
    z.object({ blockhash: z.string().min(32), lastValidBlockHeight: count }),
  ).refine(({ context, value }) => value.lastValidBlockHeight <= context.slot + mostBlocksValid),
  getMinimumBalanceForRentExemption: count,
  getMultipleAccounts: inContext(z.array(z.object({ lamports: count }).nullable())),
  getRecentPrioritizationFees: z.array(z.object({ prioritizationFee: z.bigint() })),
  getSignatureStatuses: inContext(
    z.array(
      z
        .object({
          slot,
          err: z.unknown(),
          confirmations: z.bigint().nullable(),
          confirmationStatus: commitment,
        })
        .nullable(),
    ),
  ),
  getSignaturesForAddress: z.array(
    z.object({
      signature: z.string(),
      slot,
      err: z.unknown(),
      blockTime: time.nullish(),
      confirmationStatus: commitment,
    }),
  ),
  getSlot: slot,
  getTokenAccountsByOwner: inContext(
    z.array(z.object({ pubkey: z.string(), account: z.object({ lamports: count, data: z.unknown() }) })),
  ),
  getTestToken: z.object({ mint: z.string(), symbol: z.string(), decimals: z.bigint() }),
  getTransaction: transaction.nullable(),
  isBlockhashValid: inContext(z.boolean()),
  requestAirdrop: z.string().min(64),
  requestTokenAirdrop: z.string().min(64),
  sendTransaction: z.string().min(64),
  simulateTransaction: inContext(z.object({ err: z.unknown() })),
};

/**
 * Whether a node's `result` is one that we can use. An empty or mangled answer must count as 'unknown', never as
 * 'nothing there', so it is turned away before anybody reads it.
 *
 * A method without a shape here is a bug of the caller: an `Error`.
 */
export function isUsableAnswer(method: string, result: unknown): boolean {
  const shape = shapes[method];
  if (shape === undefined) throw new Error(`No shape says what a usable answer to ${method} is`);
  return shape.safeParse(result).success;
}
