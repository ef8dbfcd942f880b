import { address } from '@solana/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { username } from '#contract/account.ts';
import { Secret } from '#server/app/secret.ts';
import type { KeyPath } from '#server/domain/donation.ts';
import { openDatabase, type Database } from '#server/postgres/connection/database.ts';
import { createRecoveryStore } from '#server/postgres/donations/recovery-store.ts';
import { createKeyVault, type SigningVault } from '#server/solana/key-vault.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { adoptFound } from './adopt-found.ts';
import type { LedgerPorts } from './ledger-ports.ts';

let database: TestDatabase;
let db: Database;
let vault: SigningVault;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.connectionString, { maxConnections: 2, onError: () => {} });
  vault = await createKeyVault(new Secret(`${'abandon '.repeat(23)}art`));
});
beforeEach(() => sql`truncate users cascade`.execute(db));
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const walletOf = (epoch: number, user: number): KeyPath => ({ epoch, user, index: 0 });

async function signUp(name: string, { epoch, user }: KeyPath): Promise<void> {
  await sql`
    insert into users (username, password_hash, wallet_address, key_user, key_epoch, donation_code, widget_code)
    values (${name}, '', ${`wallet-${user}`}, ${user}, ${epoch}, ${`d-${user}`}, ${`w-${user}`})`.execute(db);
}

/** Adopts streamers of whom there is nothing but their wallets; returns how many accounts were made. */
async function adopt(...wallets: KeyPath[]): Promise<number> {
  const found = await Promise.all(
    wallets.map(async (path) => ({ path, address: address(await vault.addressOf(path)), lamports: 0n })),
  );
  const needs = {
    ports: {} as LedgerPorts,
    store: createRecoveryStore(db),
    vault,
    ownerOf: (path: KeyPath) => path,
  };
  const { accounts } = await adoptFound(needs, { deposits: [], wallets: found }, () => {});
  return accounts;
}

const listMade = () =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'key_epoch', 'key_user', 'payout_address'])
    .where('password_hash', '<>', '')
    .orderBy('created_at')
    .execute();

test('whoever has the name of a lost streamer, in whatever case, keeps it, and another one is found', async () => {
  const long = walletOf(12, 123_456_789);
  await signUp('Recovered-0-7', walletOf(3, 1));
  await signUp('recov-12-123456789', walletOf(3, 2));
  expect(await adopt(walletOf(0, 7), walletOf(0, 8), long)).toBe(3);
  const made = await listMade();
  for (const each of made) expect(() => username.parse(each.username)).not.toThrow();
  expect(Object.fromEntries(made.map((each) => [each.key_user, each]))).toMatchObject({
    7: { key_epoch: 0, username: expect.stringMatching(/^recovered-0-7-[0-9a-z]{1,4}$/) },
    8: { key_epoch: 0, username: 'recovered-0-8' },
    [long.user]: { key_epoch: 12, username: expect.stringMatching(/^r[a-z]*-12-123456789/) },
  });
});

test('an account that was made for a wallet whose number was taken is known again by that wallet alone', async () => {
  await signUp('taken', walletOf(1, 7));
  expect(await adopt(walletOf(0, 7))).toBe(1);
  const [made] = await listMade();
  expect(made).toMatchObject({
    username: 'recovered-0-7',
    payout_address: await vault.addressOf(walletOf(0, 7)),
  });
  // Its owner sets another payout address, and then gets another name; somebody takes the old one and that address.
  await db
    .updateTable('users')
    .set({ payout_address: 'elsewhere' })
    .where('id', '=', made?.id ?? '')
    .execute();
  expect(await adopt(walletOf(0, 7))).toBe(0);
  await db
    .updateTable('users')
    .set({ username: 'found' })
    .where('id', '=', made?.id ?? '')
    .execute();
  await signUp('recovered-0-7', walletOf(1, 9));
  await sql`update users set payout_address = ${made?.payout_address} where key_user = 9`.execute(db);
  expect(await adopt(walletOf(0, 7))).toBe(0);
  expect(await listMade()).toMatchObject([{ username: 'found', payout_address: 'elsewhere' }]);
});
