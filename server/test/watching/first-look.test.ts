import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordPayment } from '#server/app/money/record-payment.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { createDonationStore } from '#server/postgres/donations/donation-store.ts';
import { query } from '#server/test/database-address.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { startTestChain, type TestChain } from '#server/test/solana-fixture.ts';

let chain: TestChain;
let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  [chain, database] = await Promise.all([startTestChain(), createTestDatabase()]);
  db = openDatabase(database.connectionString, { maxConnections: 4, onError: () => undefined });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await chain.stop();
});

/** A donation of 0.002 SOL that nobody has paid. */
async function makeDonation(): Promise<{ id: string; address: string }> {
  const { vault } = chain.solana;
  const wallet = await vault.addressOf({ user: 1, epoch: 0, index: 0 });
  const address = await vault.addressOf({ user: 1, epoch: 0, index: 1 });
  const [row] = await query(
    database.connectionString,
    `with streamer as (
       insert into users (username, password_hash, wallet_address, key_user, key_epoch, donation_code, widget_code)
       values ('streamer', '', '${wallet}', 1, 0, 'a', 'b') returning id
     ), made as (
       insert into donations (user_id, donator_name, message, address, key_user, key_epoch, key_index, min_lamports,
         created_at, expires_at)
       select id, 'donor', '', '${address}', 1, 0, 1, 2000000, now(), now() + interval '10 minutes' from streamer
       returning id, user_id
     ), watched as (
       insert into watches (donation_id, address, next_read_at) select id, '${address}', now() from made
     ), queue as (insert into alert_queues (user_id) select user_id from made)
     select id from made`,
  );
  return { id: String(row?.['id']), address };
}

test('a look that takes an address for untouched records what came, once, whatever the books know by then', async () => {
  const clock = { now: () => new Date() };
  const ports = { donations: createDonationStore(db, clock, 0), chain: chain.solana.chain, clock };
  const { id, address } = await makeDonation();
  const look = () => recordPayment(ports, { error: () => {} }, id, { address, isUntouched: true });

  const before = await look();
  expect(before).toMatchObject({ hasNews: false, donation: { paidAt: null, entries: [] } });

  await chain.fund(address, 2_000_000n);
  expect(await look()).toMatchObject({ hasNews: true, donation: { entries: [{ lamports: 2_000_000n }] } });
  expect(await look()).toMatchObject({ hasNews: false, donation: { receivedLamports: 2_000_000n } });
  const alerts = await query(
    database.connectionString,
    `select count(*)::int as count from alerts where donation_id = '${id}'`,
  );
  expect(alerts).toEqual([{ count: 1 }]);
});
