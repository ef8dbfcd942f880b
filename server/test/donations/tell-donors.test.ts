import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { noMeter } from '#server/app/meter.ts';
import { openDatabase } from '#server/postgres/connection/database.ts';
import { type ChangedAlert, tellDonors } from '#server/postgres/donations/tell-donor.ts';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';
import { paidAt, plantDonations, plantEntry } from '#server/test/plant-donations.ts';

const http = forFile(openHttp);
beforeAll(async () => {
  await sql`insert into tokens (mint, symbol, decimals, minimum_units, is_allowed) values ('mint', 'TOK', 2, 5, true)`.execute(
    http.db,
  );
});

const at = '2026-11-20T12:00:00Z';
const inToken = { token_mint: 'mint', minimum_units: '5', received_units: '700' };

/** So many paid donations of a streamer with an alert that waits for approval, the last one paid in a token. */
async function plantWaiting(count: number): Promise<ChangedAlert[]> {
  const { user } = await http.signUp();
  const inSol = Array.from({ length: count - 1 }, () => paidAt(at));
  const ids = await plantDonations(http.db, user.id, [
    ...inSol,
    { paid_at: new Date(at), ...inToken, token_account: randomUUID() },
  ]);
  const ofToken = ids.at(-1) ?? '';
  for (const [index, id] of ids.slice(0, -1).entries()) {
    await plantEntry(http.db, id, { at, lamports: 1_500_000n + BigInt(index), slot: 9n });
    await plantEntry(http.db, id, { at, lamports: 500_000n, slot: 8n });
  }
  await sql`
    insert into token_entries (donation_id, signature, slot, block_time, units, succeeded, finalized)
    values (${ofToken}, ${randomUUID()}, 9, ${at}, 600, true, true), (${ofToken}, ${randomUUID()}, 8, ${at}, 100, true, true)`.execute(
    http.db,
  );
  const { rows } = await sql<ChangedAlert>`
    insert into alerts (user_id, donation_id, kind, held_at, held_for)
    select ${user.id}, id, 'payment', now(), array['every'] from unnest(${ids}::uuid[]) as t (id)
    returning donation_id as "donationId", kind, seq`.execute(http.db);
  return rows;
}

/** Tells them, counting what is asked of the database until it is committed. */
async function tell(alerts: readonly ChangedAlert[]): Promise<number> {
  let statements = 0;
  const meter = { ...noMeter, queryRun: () => void (statements += 1) };
  const { connectionString } = http;
  const db = openDatabase(connectionString, { maxConnections: 1, onError: () => undefined, meter });
  onTestFinished(() => db.destroy());
  expect(await db.transaction().execute((trx) => tellDonors(trx, alerts))).toEqual([]);
  return statements;
}

async function toldTo(id: string | null): Promise<unknown> {
  const { rows } = await sql<{ body: unknown }>`
    select body from events where room = ${`donation:${id}`} and name = 'donation_updated' order by seq desc limit 1`.execute(
    http.db,
  );
  return rows[0]?.body;
}

test('donors who are told together are told what their own pages read, each of its donation', async () => {
  const alerts = [...(await plantWaiting(3)), ...(await plantWaiting(2))];
  await tell(alerts);
  for (const { donationId } of alerts) {
    const read = (await http.call('GET', `/donations/public/${donationId}`)).json();
    expect(read).toMatchObject({ onStream: { waitsFor: 'approval' } });
    expect(read.paymentSignatures).toHaveLength(2);
    expect(await toldTo(donationId)).toEqual(read);
  }
});

test('fifty donors are told with as many statements as two', async () => {
  const [two, fifty] = [await plantWaiting(2), await plantWaiting(50)];
  expect(await tell(fifty)).toBe(await tell(two));
});
