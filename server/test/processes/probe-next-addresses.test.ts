import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChainReader } from '#server/app/chain-ports.ts';
import { Transient } from '#server/app/outside.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { probeNextAddresses } from '#server/composition/probe-next-addresses.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, { maxConnections: 1, onError: () => undefined });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** Goes over the addresses of a new database on a chain that holds nothing, and once knew one of them. */
async function probe(once: string | null, change: Partial<ChainReader> = {}): Promise<void> {
  const chain = {
    readBalances: async (addresses: readonly string[]) => ({
      lamportsByAddress: new Map(addresses.map((address) => [address, 0n])),
    }),
    readEntries: async (address: string) => ({ entries: address === once ? [{}] : [] }),
    ...change,
  } as unknown as ChainReader;
  const vault = { addressOf: async ({ user, index }: { user: number; index: number }) => `${user}/${index}` };
  await probeNextAddresses(db, { chain, vault }, 0);
}

test('an address that would be given out next is used also where what came to it is gone', async () => {
  await probe(null);
  await expect(probe('1/0')).rejects.toThrow(/The address 1\/0, .* was used before/);
});

test('addresses that no node tells of stop the start with a sentence', async () => {
  const away = new Transient('getMultipleAccounts: connect ECONNREFUSED');
  await expect(probe(null, { readBalances: () => Promise.reject(away) })).rejects.toThrow(
    /^No node of SOLANA_RPC_URL .*getMultipleAccounts: connect ECONNREFUSED\)$/,
  );
});
