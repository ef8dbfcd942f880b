import type { Address, Rpc, SolanaRpcApi } from '@solana/kit';
import { Transient } from '#server/app/outside.ts';
import { mostAddresses } from './node-limits.ts';
import type { RpcClient } from './rpc-client.ts';
import { readTokenAccounts } from './token-account.ts';

/** What is on each address for good, by each of two nodes that keep up, or by one where no other one answers. */
export async function readFinalizedLamports(
  { patient }: Pick<RpcClient, 'patient'>,
  addresses: readonly Address[],
): Promise<Map<string, bigint>[]> {
  return await patient.onTwoKeptUp((rpc, minContextSlot) => readLamports(rpc, addresses, minContextSlot));
}

/** The same of units in at most 100 token accounts. */
export async function readFinalizedUnits(
  { patient }: Pick<RpcClient, 'patient'>,
  accounts: readonly Address[],
): Promise<Map<string, bigint>[]> {
  return await patient.onTwoKeptUp(async (rpc, minContextSlot) => {
    const { states } = await readTokenAccounts(rpc, accounts, { commitment: 'finalized', minContextSlot });
    return new Map(accounts.map((account, index) => [account, states[index]?.units ?? 0n]));
  });
}

/** By one node, a call for every 100. */
export async function readLamports(
  rpc: Rpc<SolanaRpcApi>,
  addresses: readonly Address[],
  minContextSlot: bigint,
): Promise<Map<string, bigint>> {
  const lamports = new Map<string, bigint>();
  for (let start = 0; start < addresses.length; start += mostAddresses) {
    const asked = addresses.slice(start, start + mostAddresses);
    const { value } = await rpc
      .getMultipleAccounts(asked, {
        commitment: 'finalized',
        encoding: 'base64',
        dataSlice: { offset: 0, length: 0 },
        minContextSlot,
      })
      .send();
    if (value.length !== asked.length)
      throw new Transient('A node answered for other addresses than it was asked');
    for (const [index, address] of asked.entries()) lamports.set(address, value[index]?.lamports ?? 0n);
  }
  return lamports;
}
