import { expect, test } from 'vitest';
import { Transient } from '#server/app/outside.ts';
import type { SigningVault } from '#server/solana/key-vault.ts';
import type { NetworkName } from '#server/solana/networks.ts';
import { assertBelongs } from './claim-installation.ts';

/** Compares an installation of the chain `old` with nodes that tell their genesis hashes so. */
function compare(told: Promise<string[]>, network: NetworkName = 'devnet', old = 'old'): Promise<string[]> {
  const sortByNetwork = async (genesisHash: string) => {
    const nodes = (await told).map((of, index) => ({ of, name: `${index + 1}:node.example` }));
    const names = (isHere: boolean) =>
      nodes.filter(({ of }) => (of === genesisHash) === isHere).map(({ name }) => name);
    return { here: names(true), elsewhere: names(false) };
  };
  const vault = { fingerprint: 'ours' } as SigningVault;
  return assertBelongs({ genesisHash: old, seedFingerprint: 'ours' }, { sortByNetwork, vault }, network);
}

/** A first start, on a network that is called so. */
const start = (network: NetworkName, hash: string) => compare(Promise.resolve([hash]), network, hash);

test('a start while no node answers says so, with the setting and what was answered', async () => {
  const away = new Transient('getGenesisHash: connect ECONNREFUSED 127.0.0.1:9');
  await expect(compare(Promise.reject(away))).rejects.toThrow(
    /^No node of SOLANA_RPC_URL .*ECONNREFUSED 127\.0\.0\.1:9\)$/,
  );
  await expect(compare(Promise.resolve(['new']))).rejects.toThrow('belongs to another Solana network');
  await expect(compare(Promise.resolve(['old']))).resolves.toEqual([]);
});

test('one node of several on another network stops nothing: it is named', async () => {
  await expect(compare(Promise.resolve(['old', 'new']))).resolves.toEqual(['2:node.example']);
});

test('a start on a network that is called otherwise is refused; any chain of one’s own may stand in for tests', async () => {
  const devnet = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';
  const mainnet = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
  await expect(start('mainnet', devnet)).rejects.toThrow('are not on mainnet, as SOLANA_NETWORK says');
  await expect(start('devnet', mainnet)).rejects.toThrow('are not on devnet');
  await expect(start('testnet', devnet)).rejects.toThrow('are not on testnet');
  await expect(start('mainnet', 'own')).rejects.toThrow('are not on mainnet');
  await start('mainnet', mainnet);
  await start('devnet', devnet);
  await start('devnet', 'own');
});
