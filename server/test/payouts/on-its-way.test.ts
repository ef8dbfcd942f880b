import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/postgres/connection/database.ts';
import { readOnItsWay } from '#server/postgres/money/on-its-way.ts';
import { paidAt, plantDonations, plantEntry } from '#server/test/plant-donations.ts';
import { openStreamerDatabase } from '#server/test/watching/streamer-database.ts';

const at = '2026-11-20T12:00:00Z';
const notFinal = { at, slot: 2n, finalized: false };
const final = { at, slot: 1n };

let db: Database;
let close: () => Promise<void>;
let userId: string;
beforeAll(async () => {
  ({ db, close } = await openStreamerDatabase());
  ({ id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow());
});
afterAll(() => close());

const onItsWay = () => readOnItsWay(db)(userId);

async function plant(row: Parameters<typeof plantDonations>[2][number]): Promise<string> {
  const [id = ''] = await plantDonations(db, userId, [row]);
  return id;
}

const askFor = (id: string, lastError: string | null = null) =>
  sql`insert into sweep_jobs (donation_id, last_error) values (${id}, ${lastError})`.execute(db);

test('what is paid is on its way from the payment until it has left its address, final or not', async () => {
  expect(await onItsWay()).toBe(0n);
  const id = await plant(paidAt(at));
  await plantEntry(db, id, { ...notFinal, lamports: 2_000_000n });
  expect(await onItsWay()).toBe(2_000_000n);
  await db.updateTable('chain_entries').set({ finalized: true }).execute();
  await askFor(id);
  expect(await onItsWay()).toBe(2_000_000n);
  await plantEntry(db, id, { ...notFinal, slot: 3n, lamports: -2_000_000n });
  expect(await onItsWay()).toBe(0n);
});

test('what is left of an unpaid donation whose time is over is, what came in part to an open one is not', async () => {
  await plantEntry(db, await plant({}), { ...notFinal, lamports: 1_000_000n });
  expect(await onItsWay()).toBe(0n);
  const expired = await plant({ expired_at: new Date(at), received_lamports: 300_000n });
  await plantEntry(db, expired, { ...final, lamports: 300_000n });
  await askFor(expired);
  expect(await onItsWay()).toBe(300_000n);
  await sql`update sweep_jobs set last_error = 'too_small: nobody can move it'`.execute(db);
  expect(await onItsWay()).toBe(0n);
});

test('what the chain took back is not, nor what is on its way to somebody else', async () => {
  await plantEntry(db, await plant(paidAt(at)), { ...notFinal, lamports: 5n, dropped: true });
  expect(await onItsWay()).toBe(0n);
  const id = await plant(paidAt(at));
  await plantEntry(db, id, { ...final, lamports: 70n });
  await askFor(id, 'would_fail: 1');
  expect(await onItsWay()).toBe(70n);
  expect(await readOnItsWay(db)('00000000-0000-4000-8000-000000000000')).toBe(0n);
});
