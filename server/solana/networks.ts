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
  return (isPublic || network === 'mainnet') && publicNetworks[network] !== genesisHash;
}

/** Who of the nodes that answer is on a network, by their names. */
export interface NodesByNetwork {
  here: string[];
  elsewhere: string[];
}

/**
 * Asks all nodes for their network; one that is not on the one with this genesis hash is asked nothing more until it says
 * otherwise. Throws `Transient` where none answers.
 */
export async function sortByNetwork(
  { rpc, each }: Pick<RpcClient, 'rpc' | 'each'>,
  genesisHash: string,
): Promise<NodesByNetwork> {
  // Asked with patience: the sandbox may only just begin.
  await rpc.getGenesisHash().send();
  const nodes: NodesByNetwork = { here: [], elsewhere: [] };
  await Promise.all(
    each.map(async ({ name, rpc: node, noteNetwork }) => {
      const told = await node
        .getGenesisHash()
        .send()
        .catch(() => null);
      if (told === null) return;
      noteNetwork(told !== genesisHash);
      nodes[told === genesisHash ? 'here' : 'elsewhere'].push(name);
    }),
  );
  return nodes;
}
