import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { forFile } from '#server/test/for-file.ts';
import { openHttp } from '#server/test/http-fixture.ts';
import { paidAt, plantDonations } from '#server/test/plant-donations.ts';

const http = forFile(openHttp);

test('who blocks the wallet that paid in a token takes its waiting alert away', async () => {
  const { user } = await http.signUp('streamer');
  await sql`insert into tokens values ('mint', 'TOK', 0, 1, true)`.execute(http.db);
  const token = { token_mint: 'mint', token_account: 'account', minimum_units: '1', received_units: '5' };
  const [donationId = ''] = await plantDonations(http.db, user.id, [
    { ...paidAt('2026-11-20T12:01:00Z', 0n), ...token },
  ]);
  await sql`
    insert into token_watches (donation_id, account, next_read_at) values (${donationId}, 'account', now())`.execute(
    http.db,
  );
  await sql`
    insert into token_entries (donation_id, signature, slot, block_time, units, payers, succeeded, finalized)
    values (${donationId}, 'signature', 1, now(), 5, '{payer}', true, true)`.execute(http.db);
  await http.db
    .insertInto('alerts')
    .values({ user_id: user.id, donation_id: donationId, kind: 'payment' })
    .execute();
  const by = { userId: user.id, role: 'streamer' as const, name: 'streamer', hidesAmounts: false };
  const { takenAway } = await http.ports.blocks.add(by, { kind: 'wallet', donationId }, new Date());
  expect(takenAway).toBe(1);
  const alerts = await http.db.selectFrom('alerts').select(['state', 'settled_how']).execute();
  expect(alerts).toEqual([{ state: 'settled', settled_how: 'dismissed' }]);
});
