import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/postgres/connection/database.ts';
import { createRecoveryStore } from '#server/postgres/donations/recovery-store.ts';
import { plantDonations } from '#server/test/plant-donations.ts';
import { openStreamerDatabase } from '#server/test/watching/streamer-database.ts';

let db: Database;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ db, close } = await openStreamerDatabase());
});
afterAll(() => close());

test('of more donations than are read, those with a transfer on its way come before open ones, the newest first', async () => {
  const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const ids = await plantDonations(db, userId, [{}, {}, {}, {}, {}, {}]);
  const [newest, newer, closed, older, onItsWay, longOnItsWay] = ids;
  const open = [newest, newer, older];
  await sql`
    insert into watches (donation_id, address, next_read_at, is_open)
    select id, address, now(), id = any (${open}::uuid[]) from donations`.execute(db);
  const transfers = [
    [closed, 'landed'],
    [onItsWay, 'live'],
    [longOnItsWay, 'live'],
  ];
  for (const [id, state] of transfers)
    await sql`
      insert into sweeps (signature, donation_id, address, destination, lamports, fee_lamports, raw, fee_payer,
                          last_valid_block_height, fence, state, ended_at)
      select ${randomUUID()}, id, address, 'wallet', 1, 1, '', address, 1, 1, ${state},
        case when ${state} <> 'live' then now() end from donations where id = ${id}`.execute(db);
  const store = createRecoveryStore(db);
  expect(await store.listUndecided(3)).toEqual({ ids: [onItsWay, longOnItsWay, newest], count: 5 });
  expect((await store.listUndecided(9)).ids).toEqual([onItsWay, longOnItsWay, newest, newer, older]);
});
