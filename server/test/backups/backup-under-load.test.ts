import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { importBackup } from '#server/postgres/backups/import-backup.ts';
import { createInstallation } from '#server/test/cli-fixture.ts';
import { createTestDatabase } from '#server/test/database.ts';
import { query } from '#server/test/database-address.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer, until } from '#server/test/test-client.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const place = forFile(createInstallation);

/** What somebody was told of, and so must be in every back-up that begins later. */
interface Told {
  created: string[];
  paid: string[];
}

/** Donors who create and pay without a pause, until they are stopped. */
function startDonors(url: string, linkCode: string, told: Told): { stop(): Promise<void> } {
  const leaving = new AbortController();
  const donate = async (): Promise<void> => {
    while (!leaving.signal.aborted) {
      const { id } = await call(url, 'createDonation', { body: { linkCode, message: 'under load' } });
      told.created.push(id);
      await call(url, 'sandboxPay', { body: { donationId: id, amount: 0.01 } });
      while (!leaving.signal.aborted) {
        const { status } = await call(url, 'donationStatus', { params: { id } });
        if (status !== 'PENDING') {
          told.paid.push(id);
          break;
        }
        await sleep(10);
      }
    }
  };
  const donors = Promise.all(Array.from({ length: 2 }, donate));
  return {
    async stop() {
      leaving.abort();
      await donors;
    },
  };
}

/** Rows that a back-up of one moment cannot hold together, by what is wrong with them. */
const torn = `
  select 'money without its entries' as fault, d.id from donations d where d.received_lamports <> coalesce(
    (select sum(e.lamports) from chain_entries e
     where e.address = d.address and e.succeeded and not e.dropped and e.lamports > 0), 0)
  union all select 'paid without an alert', d.id from donations d where paid_at is not null
    and not exists (select 1 from alerts a where a.donation_id = d.id and a.kind = 'payment')
  union all select 'nobody watches it', d.id from donations d
    where not exists (select 1 from watches w where w.donation_id = d.id)
  union all select 'its key would be given out again', d.id from donations d
    join key_counters k using (user_id) where d.key_index >= k.next_index
  union all select 'swept without its transfer', d.id from donations d where swept_at is not null
    and not exists (select 1 from sweeps s join chain_entries e using (address, signature)
                    where s.donation_id = d.id and e.finalized and not e.dropped)`;

test('a back-up beside paying donors holds all that anybody was told of before, no half of anything, and can be restored', async () => {
  const file = join(place.folder, 'busy.backup');
  const brava = await place.startServer();
  const { donationLink } = await registerStreamer(brava.url);
  const told: Told = { created: [], paid: [] };
  const donors = startDonors(brava.url, donationLink, told);
  await until(() => expect(told.paid.length).toBeGreaterThan(2), 30_000);

  const before: Told = { created: [...told.created], paid: [...told.paid] };
  expect(await place.run('backup', file)).toMatchObject({ code: 0 });
  const after = told.created.length;
  await donors.stop();
  await brava.stop();
  // Otherwise nothing was done meanwhile.
  expect(after).toBeGreaterThan(before.created.length);

  const copy = await createTestDatabase();
  await importBackup(copy.connectionString, file, { keyEpoch: 9 });
  const kept = await query(copy.connectionString, 'select id, paid_at from donations');
  const ids = new Set(kept.map(({ id }) => String(id)));
  const paid = new Set(kept.filter((row) => row['paid_at'] !== null).map(({ id }) => String(id)));
  expect(before.created.filter((id) => !ids.has(id))).toEqual([]);
  expect(before.paid.filter((id) => !paid.has(id))).toEqual([]);
  expect(await query(copy.connectionString, torn)).toEqual([]);
  await copy.drop();

  await place.loseDatabase();
  const restored = await place.run('restore', file, '--gap', '60', '--users', '2');
  expect(restored.code, restored.out + restored.err).toBe(0);
  const reconciled = await place.run('reconcile');
  expect(reconciled.code, reconciled.out + reconciled.err).toBe(0);
});
