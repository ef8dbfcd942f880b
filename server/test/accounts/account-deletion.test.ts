import { generateKeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '#server/postgres/connection/database.ts';
import { lamportsOn } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, openOverlay, registerStreamer, request, until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

let db: Database;
const server = forFile(() => startTestServer({ announceWithinMs: 1000 }));
beforeAll(() => {
  db = openDatabase(server.connectionString, { maxConnections: 2, onError: () => {} });
});
afterAll(() => db.destroy());

const refusedTwice = ['invalid_link_code', 'invalid_link_code'];

const balanceOf = (address: string) => lamportsOn(server.sandbox.url, address, 'finalized');

test('money under way and money that comes after the deletion reach the payout address; the overlay hears its end', async () => {
  const { url } = server;
  const streamer = await registerStreamer(url);
  const { token, username } = streamer;
  const payout = (await generateKeyPairSigner()).address;
  await call(url, 'changeAccount', {
    token,
    body: { payoutAddress: payout, channels: ['https://twitch.tv/kat'] },
  });
  await call(url, 'changeSettings', {
    token,
    body: { minDonationAmount: 0.002, cardColor: '#22c55e', cardGradient: null, presetAmounts: [0.1, 0.5] },
  });
  const account = () =>
    db
      .selectFrom('users')
      .select(['preset_lamports', 'channels'])
      .where('id', '=', streamer.user.id)
      .executeTakeFirst();
  expect(await account()).toMatchObject({ preset_lamports: { length: 2 }, channels: { length: 1 } });
  const overlay = await openOverlay(url, streamer.widgetCode);
  const make = () =>
    call(url, 'createDonation', {
      body: { linkCode: streamer.donationLink, donatorName: 'Zoë', message: 'hello' },
    });
  const [before, unpaid] = [await make(), await make()];
  // Nothing is passed on until the database lets it: the money is under way when the deletion is asked for.
  await call(url, 'sandboxPay', { body: { donationId: before.id, amount: 0.01 } });
  await call(url, 'deleteAccount', { token, body: { username, password: 'correct horse' } });
  await until(() => expect(overlay.heard('error').at(-1)?.code).toBe('invalid_link_code'));
  const refused = await request(url, 'createDonation', { body: { linkCode: streamer.donationLink } });
  expect(refused.status).toBe(404);
  const about = await call(url, 'accountDeletion', { token });
  expect(about).toMatchObject({ graceDays: 7, walletAmount: 0 });
  expect(about.openDonations).toBeGreaterThan(0);

  // Seven days later, in two parts: the expiry of what nobody paid is read in between.
  server.passTime(700_000);
  await until(async () => {
    const { status } = await call(url, 'donationStatus', { params: { id: unpaid.id } });
    expect(status).toBe('EXPIRED');
  });
  server.passTime(7 * 86_400_000);
  await until(async () => {
    const row = await db
      .selectFrom('account_deletions')
      .select('finished_at')
      .where('user_id', '=', streamer.user.id)
      .executeTakeFirst();
    // While money is still on its way, the account is looked at again a minute later.
    if (row?.finished_at === null) server.passTime(61_000);
    expect(row?.finished_at).toBeInstanceOf(Date);
  });
  expect(await balanceOf(payout)).toBe(10_000_000 - 5000);
  expect((await request(url, 'usersMe', { token })).status).toBe(401);
  expect(await account()).toEqual({ preset_lamports: [], channels: [] });
  const page = await call(url, 'publicDonation', { params: { id: before.id } });
  expect(page).toMatchObject({ donatorName: 'Removed', message: '', textsRemoved: true, amount: 0.01 });
  expect(page.streamerName).toBe('a deleted account');

  await server.restart();
  await call(server.url, 'sandboxPay', { body: { donationId: unpaid.id, amount: 0.02 } });
  await until(async () => expect(await balanceOf(unpaid.walletAddress)).toBe(20_000_000));
  // What expired a week ago is read once a day.
  server.passTime(86_400_000);
  await until(async () => expect(await balanceOf(payout)).toBe(30_000_000 - 10_000));
  const alerts = await db
    .selectFrom('alerts')
    .select('state')
    .where('user_id', '=', streamer.user.id)
    .where('state', '<>', 'settled')
    .execute();
  expect(alerts).toEqual([]);
  // Nor does a late payment bring back who paid.
  const entries = await db
    .selectFrom('chain_entries')
    .select('payers')
    .where('address', 'in', [before.walletAddress, unpaid.walletAddress])
    .where('lamports', '>', 0n)
    .execute();
  expect(entries).toEqual([{ payers: [] }, { payers: [] }]);
  for (const { id } of [before, unpaid])
    expect(await call(server.url, 'publicDonation', { params: { id } })).toMatchObject({
      paymentSignatures: [],
    });
});

test('an overlay that was open all the time shows alerts again, by itself, once the account is kept', async () => {
  const { url } = server;
  const { token, username, widgetCode, donationLink } = await registerStreamer(url);
  const overlay = await openOverlay(url, widgetCode);
  overlay.socket.on('connect', () => overlay.socket.emit('obs_connect', { linkCode: widgetCode }));
  await call(url, 'deleteAccount', { token, body: { username, password: 'correct horse' } });
  // Told when it was asked for, and once more when it came again.
  await until(() => expect(overlay.heard('error').map(({ code }) => code)).toEqual(refusedTwice));
  await call(url, 'keepAccount', { token });
  await until(() => expect(overlay.heard('obs_connected')).toHaveLength(2));
  const { id } = await call(url, 'createDonation', { body: { linkCode: donationLink } });
  await call(url, 'sandboxPay', { body: { donationId: id, amount: 0.01 } });
  await until(() => expect(overlay.heard('show_donation')).toMatchObject([{ id }]));
});
