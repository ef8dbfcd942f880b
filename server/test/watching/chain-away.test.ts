import { expect, test, vi } from 'vitest';
import { lamportsOn, payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, registerStreamer, until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

const server = forFile(startTestServer);

/** What the server asks of a node by itself; the donor's wallet asks for something else. */
const asked = [
  'getEpochInfo',
  'getSlot',
  'getBlockHeight',
  'getBlockTime',
  'getGenesisHash',
  'getMultipleAccounts',
  'getSignaturesForAddress',
  'getTransaction',
];

test('while no node answers a donation says so and never expires; what was paid meanwhile is then received, and in time', async () => {
  const { donationLink: linkCode } = await registerStreamer(server.url);
  const { id, walletAddress } = await call(server.url, 'createDonation', { body: { linkCode } });
  const params = { id };
  const status = () => call(server.url, 'donationStatus', { params });
  const waiting = { status: 'PENDING', amount: 0, mediaUrl: null };
  expect(await status()).toEqual(waiting);
  const { faults } = server.sandbox;
  faults.failNext('hang-up', Number.POSITIVE_INFINITY, asked);
  faults.refuseSockets = true;
  faults.dropSockets();
  await until(async () => expect(await status()).toEqual({ ...waiting, chainAway: true }), 30_000);
  // The donor's node is another one than ours.
  await payFromFaucet(server.sandbox.url, walletAddress, 5_000_000);
  await until(async () => expect(await lamportsOn(server.sandbox.url, walletAddress)).toBe(5_000_000));
  server.passTime(900_000);
  const asks = vi.spyOn(faults, 'takeFailure');
  await until(async () => {
    const readings = asks.mock.calls.filter(([method]) => method === 'getMultipleAccounts');
    expect(readings.length).toBeGreaterThan(1);
  }, 30_000);
  expect(await status()).toEqual({ ...waiting, chainAway: true });
  faults.clear();
  const received = { status: 'RECEIVED', amount: 0.005, mediaUrl: null };
  await until(async () => expect(await status()).toEqual(received), 30_000);
  expect(await call(server.url, 'publicDonation', { params })).toMatchObject({ late: false });
});
