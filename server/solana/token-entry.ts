import type { Address, Rpc, Signature, SolanaRpcApi } from '@solana/kit';
import { z } from 'zod';
import { Transient } from '#server/app/outside.ts';
import type { TokenEntry } from '#server/domain/token-side.ts';
import { mostPayers, readTransaction, type Transaction } from './chain-entry.ts';

/** What a node says of token accounts before and after a transaction. It is looked at only here: SOL does not need it. */
const balances = z.array(
  z.object({
    accountIndex: z.coerce.number(),
    mint: z.string(),
    owner: z.string().optional(),
    uiTokenAmount: z.object({ amount: z.string().regex(/^\d+$/).transform(BigInt) }),
  }),
);

/** How much a token account had more after a transaction than before it. */
interface Change {
  account: string;
  owner: string;
  mint: string;
  units: bigint;
}

interface Seen {
  signature: Signature;
  commitment: 'confirmed' | 'finalized';
}

/**
 * What a transaction did to a token account: its units after minus before. One that only names the account, and one that
 * failed, has moved 0. Throws `Transient` when the node does not have it or does not keep what tokens it moved.
 */
export async function readTokenEntry(
  rpc: Rpc<SolanaRpcApi>,
  { address, ...seen }: Seen & { address: Address },
): Promise<TokenEntry> {
  const { found, changes } = await readChanges(rpc, seen);
  if (!found.keys.includes(address))
    throw new Transient(`The node gave another transaction than ${seen.signature}`);
  const own = changes.find(({ account }) => account === address);
  return {
    signature: seen.signature,
    slot: found.slot,
    blockTime: found.blockTime,
    units: own?.units ?? 0n,
    payers: own === undefined ? [] : payersOf(own, changes),
    succeeded: found.meta.err === null,
    finalized: seen.commitment === 'finalized',
    dropped: false,
  };
}

/** How much of a token a transaction brought to wallets, whatever account of theirs it is in. */
export async function readArrivedUnits(
  rpc: Rpc<SolanaRpcApi>,
  seen: Seen,
  { mint, owners }: { mint: string; owners: readonly string[] },
): Promise<bigint> {
  const { changes } = await readChanges(rpc, seen);
  return changes
    .filter((change) => change.mint === mint && owners.includes(change.owner) && change.units > 0n)
    .reduce((sum, { units }) => sum + units, 0n);
}

/** Whose token accounts a transaction moved; none where the node does not keep that. */
export function tokenOwnersIn({ meta }: Pick<Transaction, 'meta'>): string[] {
  const after = balances.safeParse(meta.postTokenBalances);
  return (after.data ?? []).flatMap(({ owner }) => owner ?? []);
}

async function readChanges(rpc: Rpc<SolanaRpcApi>, seen: Seen) {
  const found = await readTransaction(rpc, seen);
  const { meta, keys } = found;
  const before = balances.safeParse(meta.preTokenBalances);
  const after = balances.safeParse(meta.postTokenBalances);
  if (!before.success || !after.success)
    throw new Transient(`The node does not keep what tokens transaction ${seen.signature} moved`);
  return { found, changes: changesOf(keys, before.data, after.data) };
}

/** An account that is missing on one side held nothing there: it was opened or closed. */
function changesOf(
  keys: readonly string[],
  before: z.infer<typeof balances>,
  after: z.infer<typeof balances>,
): Change[] {
  const changes = new Map<number, Change>();
  const add = (row: (typeof before)[number], sign: bigint): void => {
    const account = keys[row.accountIndex] ?? '';
    const known = changes.get(row.accountIndex) ?? {
      account,
      owner: row.owner ?? account,
      mint: row.mint,
      units: 0n,
    };
    changes.set(row.accountIndex, { ...known, units: known.units + sign * row.uiTokenAmount.amount });
  };
  for (const row of before) add(row, -1n);
  for (const row of after) add(row, 1n);
  return [...changes.values()];
}

/** Whose tokens they were: the owners of all accounts that had less of that mint afterwards, who gave most first. */
function payersOf(own: Change, changes: readonly Change[]): string[] {
  if (own.units <= 0n) return [];
  const payers = changes
    .filter(({ mint, units }) => mint === own.mint && units < 0n)
    .toSorted((a, b) => Number(a.units - b.units))
    .map(({ owner }) => owner);
  return [...new Set(payers)].slice(0, mostPayers);
}
