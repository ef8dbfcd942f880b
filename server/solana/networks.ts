import type { RpcClient } from './rpc-client.ts';

/** Genesis hashes of the networks that everybody knows, as their nodes tell them (Solana's docs: Clusters). */
const publicNetworks = {
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
} as const;

/** What a network is called where donors read. */
export type NetworkName = keyof typeof publicNetworks;

/**
 * Whether a chain is not what the network is called: another public one, or one of somebody's own that is called mainnet.
 * Any other chain may stand in for a network of tests.
 */
export function isMisnamed(network: NetworkName, genesisHash: string): boolean {
  const isPublic = Object.values(publicNetworks).some((known) => known === genesisHash);
  return isPublic || network === 'mainnet' ? publicNetworks[network] !== genesisHash : false;
}

/** Genesis hashes of all nodes that answer. Throws `Transient` where none does. */
export async function readNetworks({
  rpc,
  each,
}: Pick<RpcClient, 'rpc' | 'each'>): Promise<{ name: string; genesisHash: string }[]> {
  // Asked with patience: the sandbox may only just begin.
  await rpc.getGenesisHash().send();
  const told = await Promise.allSettled(
    each.map(async (node) => ({ name: node.name, genesisHash: await node.rpc.getGenesisHash().send() })),
  );
  return told.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
}
