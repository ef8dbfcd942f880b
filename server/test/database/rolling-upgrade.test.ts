import { beforeAll, expect, test } from 'vitest';
import { readMigrations } from '#server/postgres/migrate/migration-files.ts';
import { query } from '#server/test/database-address.ts';
import { forFile } from '#server/test/for-file.ts';
import { acknowledgeAll, call, openOverlay, registerStreamer, until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

/** What a version to come may do to a database that this one still uses (docs/decisions/018). */
const expansion = `
  alter table users add column if not exists to_come text;
  alter table donations add column if not exists to_come jsonb not null default '{}';
  alter table sessions add column if not exists to_come integer;
  alter table alerts add column if not exists to_come boolean not null default false;
  create table if not exists things_to_come (user_id uuid primary key references users on delete cascade);
  create index if not exists donations_to_come on donations (created_at, id)`;

let known: number;

const server = forFile(startTestServer);
beforeAll(async () => {
  known = (await readMigrations()).length;
});

async function upgrade(survivedBy: number | null): Promise<void> {
  await query(server.connectionString, 'delete from schema_migrations where number > ' + known);
  await query(
    server.connectionString,
    `insert into schema_migrations (number, name, sha256, survived_by)
     values (${known + 1}, 'to-come.sql', 'x', ${survivedBy ?? 'null'})`,
  );
}

/** All that a streamer and a donor do, from the account to the card and the money in the wallet; how it ended. */
async function donateAndShow(): Promise<string | undefined> {
  const streamer = await registerStreamer(server.url);
  const overlay = await openOverlay(server.url, streamer.widgetCode);
  acknowledgeAll(overlay, 120);
  const { id } = await call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink } });
  await call(server.url, 'sandboxPay', { body: { donationId: id } });
  let status: string | undefined;
  await until(async () => {
    ({ status } = (await call(server.url, 'myDonations', { token: streamer.token })).data[0] ?? {});
    const shown = new Set(overlay.heard('show_donation').map(({ alertId }) => alertId));
    expect([status, shown.size]).toEqual(['TRANSFERRED', 1]);
  });
  return status;
}

test('a server goes on working, and starts anew, beside a newer version that has widened the database', async () => {
  await query(server.connectionString, expansion);
  await upgrade(known);
  expect(await donateAndShow()).toBe('TRANSFERRED');
  await server.restart();
  expect(await donateAndShow()).toBe('TRANSFERRED');
});

test('it refuses to start in words where the newer version has left nothing for it', async () => {
  await upgrade(null);
  await expect(server.restart()).rejects.toThrow(/already migrated to to-come\.sql by a newer version/);
  await upgrade(known);
  await server.restart();
});
