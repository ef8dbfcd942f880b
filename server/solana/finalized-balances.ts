import type { Address } from '@solana/kit';
import { Transient } from '#server/app/outside.ts';
import { mostAddresses } from './node-limits.ts';
import type { NodeAccess } from './rpc-client.ts';

/** What is on each address for good: lamports at `finalized`, a call for every 100. */
export async function readFinalizedLamports(
  { rpc }: Pick<NodeAccess, 'rpc'>,
  addresses: readonly Address[],
): Promise<Map<string, bigint>> {
  const lamports = new Map<string, bigint>();
  for (let start = 0; start < addresses.length; start += mostAddresses) {
    const asked = addresses.slice(start, start + mostAddresses);
    const { value } = await rpc
      .getMultipleAccounts(asked, {
        commitment: 'finalized',
        encoding: 'base64',
        dataSlice: { offset: 0, length: 0 },
      })
      .send();
    if (value.length !== asked.length)
      throw new Transient('A node answered for other addresses than it was asked');
    for (const [index, address] of asked.entries()) lamports.set(address, value[index]?.lamports ?? 0n);
  }
  return lamports;
}
