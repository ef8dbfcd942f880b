import { expect, test } from 'vitest';
import { query } from '#server/test/database-address.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer, request, until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

const server = forFile(startTestServer);

const look = (id: string) => call(server.url, 'lookForPayment', { params: { id } });

test('the address of an expired donation is read within seconds once its donor says that they paid', async () => {
  const streamer = await registerStreamer(server.url);
  const { id } = await call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink } });
  const statusOf = async () => (await call(server.url, 'donationStatus', { params: { id } })).status;
  server.passTime(661_000);
  await until(async () => expect(await statusOf()).toBe('EXPIRED'));
  // Read once more by that clock, it is put off for a minute.
  server.passTime(61_000);
  const claimed = 'select 1 from watches where is_claimed';
  await until(async () => expect(await query(server.connectionString, claimed)).toEqual([]));
  await call(server.url, 'sandboxPay', { body: { donationId: id } });
  await Promise.all([look(id), look(id)]);
  server.passTime(5000);
  await until(async () => expect(await statusOf()).toBe('RECEIVED'));
});

test('nothing is looked for at an id that is no donation’s', async () => {
  const params = { id: '7f2c9d51-0000-4000-8000-000000000000' };
  expect(await request(server.url, 'lookForPayment', { params })).toMatchObject({
    status: 404,
    body: { code: 'donation_not_found' },
  });
});
