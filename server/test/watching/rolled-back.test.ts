import { expect, test, type TestContext } from 'vitest';
import { payAndSee, startAmong } from '#server/test/chain-by-hand.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, cardsOf, openOverlay, registerStreamer, until } from '#server/test/test-client.ts';
import { startTestServer } from '#server/test/test-server.ts';

/** Slots come by hand, so that the payment is confirmed and not final for as long as the test likes. */
const server = forFile(() => startTestServer({ slotMs: Infinity, finalizedLag: 32 }));

test('a payment that the chain takes back has failed, and heals when it comes back, without a second alert', async () => {
  const streamer = await registerStreamer(server.url);
  const overlay = await openOverlay(server.url, streamer.widgetCode);
  const { id } = await call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink } });
  const status = async () => (await call(server.url, 'donationStatus', { params: { id } })).status;
  server.sandbox.advance(50);
  await call(server.url, 'sandboxPay', { body: { donationId: id } });
  server.sandbox.advance(3);
  server.passTime(6000);
  await until(async () => expect(await status()).toBe('RECEIVED'));
  await until(() => expect(cardsOf(overlay)).toHaveLength(1));

  expect(server.sandbox.faults.rollBack(6, 60)).toBe(1);
  server.sandbox.advance(40);
  await until(async () => expect(await status()).toBe('FAILED'));

  server.sandbox.advance(40);
  await until(async () => {
    server.passTime(6000);
    expect(await status()).toBe('RECEIVED');
  });
  server.sandbox.advance(40);
  await until(async () => {
    const page = await call(server.url, 'publicDonation', { params: { id } });
    expect(page.paymentSignatures).toHaveLength(1);
  });
  expect(new Set(overlay.heard('show_donation').map((shown) => shown.alertId)).size).toBe(1);
});

test('so is a payment in a token', async () => {
  const { token, donationLink } = await registerStreamer(server.url);
  const { data } = await call(server.url, 'myTokens', { token });
  const mint = data[0]?.mint ?? '';
  await call(server.url, 'changeToken', { token, params: { mint }, body: { isOn: true } });
  const { id } = await call(server.url, 'createDonation', { body: { linkCode: donationLink, token: mint } });
  const status = async () => (await call(server.url, 'donationStatus', { params: { id } })).status;
  server.sandbox.advance(50);
  await call(server.url, 'sandboxPay', { body: { donationId: id } });
  server.sandbox.advance(3);
  server.passTime(6000);
  await until(async () => expect(await status()).toBe('RECEIVED'));
  expect(server.sandbox.faults.rollBack(6, 60)).toBe(1);
  server.sandbox.advance(40);
  await until(async () => expect(await status()).toBe('FAILED'));
  server.sandbox.advance(40);
  await until(async () => {
    server.passTime(61_000);
    expect(await status()).toBe('RECEIVED');
  });
});

async function startIn({ onTestFinished }: TestContext) {
  const cleanUps: (() => unknown)[] = [];
  onTestFinished(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });
  return await startAmong(1, cleanUps);
}

test.concurrent('a payment that the chain takes back has gone also where as much came in its place and nobody told of it', async (context) => {
  const scene = await startIn(context);
  const donation = await scene.create();
  const [signature] = await payAndSee(scene, [donation]);
  expect(scene.sandbox.faults.rollBack(6)).toBe(1);
  const other = await payFromFaucet(scene.sandbox.url, donation.walletAddress, 5_000_000);
  scene.sandbox.advance(40);
  const entries = `select signature, finalized, dropped from chain_entries
    where address = '${donation.walletAddress}' order by dropped desc, slot limit 2`;
  await until(
    async () =>
      expect(await scene.query(entries)).toEqual([
        { signature, finalized: false, dropped: true },
        { signature: other, finalized: true, dropped: false },
      ]),
    20_000,
  );
});

test.concurrent('a payment that was taken back by mistake once it was passed on comes back by itself', async (context) => {
  const scene = await startIn(context);
  const donation = await scene.create();
  await payAndSee(scene, [donation]);
  const going = setInterval(() => scene.sandbox.advance(10), 100);
  context.onTestFinished(() => clearInterval(going));
  const standing = () =>
    scene.query(
      `select received_lamports::int as received, failed_at, swept_at is not null as "isSwept", transfer_signature, status,
         (select array_agg(e.lamports::int order by slot) from chain_entries e where e.address = d.address and e.finalized)
           as final, (select array_agg(s.state) from sweeps s where s.address = d.address) as sweeps
       from donations d where id = '${donation.id}'`,
    );
  await until(async () => expect(await standing()).toMatchObject([{ isSwept: true }]), 20_000);
  const before = await standing();
  // What the only node left that had no history while the transfer landed: nothing is there, and nothing by the books.
  const ofAddress = `where address = '${donation.walletAddress}'`;
  await scene.query(
    `delete from chain_entries ${ofAddress} and lamports < 0;
     update chain_entries set finalized = false, dropped = true ${ofAddress};
     update sweeps set state = 'expired' ${ofAddress};
     update donations set failed_at = now(), swept_at = null, transfer_signature = null, received_lamports = 0
     where id = '${donation.id}'`,
  );
  expect(await scene.statusOf(donation.id)).toBe('FAILED');
  await until(async () => expect(await standing()).toEqual(before), 80_000);
}, 120_000);
