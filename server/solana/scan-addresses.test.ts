import { address, type Address } from '@solana/kit';
import { expect, test } from 'vitest';
import { Secret } from '#server/app/secret.ts';
import { createKeyVault } from './key-vault.ts';
import type { RpcClient } from './rpc-client.ts';
import { scanAddresses } from './scan-addresses.ts';

const nobody = '11111111111111111111111111111111';
const words = `${'abandon '.repeat(23)}art`;

/** A node that knows balances and nothing else. */
function nodeWith(lamportsByAddress: ReadonlyMap<string, bigint>): RpcClient {
  const lamportsOf = (asked: string) => ({ lamports: lamportsByAddress.get(asked) ?? 0n });
  const rpc = {
    getMultipleAccounts: (asked: readonly string[]) => ({
      send: async () => ({ value: asked.map(lamportsOf) }),
    }),
    getSignaturesForAddress: () => ({ send: async () => [] }),
  };
  return { rpc } as unknown as RpcClient;
}

test('money that is found where a look had to end has the search go on right behind it', async () => {
  const vault = await createKeyVault(new Secret(words));
  const indexes = [41, 60, 95, 130];
  const deposits = indexes.map((index) => ({ user: 1, epoch: 0, index }));
  const addresses = await Promise.all(deposits.map((path) => vault.addressOf(path)));
  const client = nodeWith(new Map(addresses.map((each) => [address(each), 2_000_000n])));
  const epoch = { epoch: 0, nextIndexes: new Map(), knownTo: new Map([[1, 2]]), gap: 40, userGap: 2 };
  const { deposits: found } = await scanAddresses({ client, vault }, [epoch]);
  expect(found.map(({ path }) => path.index)).toEqual(indexes);
});

test('any number of streamers is gone through, up to the last one and the gap beyond', async () => {
  const streamers = 150_000;
  const knownTo = new Map(Array.from({ length: streamers }, (_, n) => [n + 1, 2]));
  const client = nodeWith(new Map());
  const vault = { listAddresses: (_: unknown, count: number) => Array<Address>(count).fill(address(nobody)) };
  const epoch = { epoch: 0, nextIndexes: new Map(), knownTo, gap: 1, userGap: 6 };
  const { wallets, looked } = await scanAddresses({ client, vault }, [epoch]);
  expect(wallets).toHaveLength(streamers);
  // The wallet of each and the one address behind those that are known; a hundred of who may come next.
  expect(looked).toBe(streamers * 2 + 6 * 100);
});
