import { describe, expect, test } from 'vitest';
import { lamportsOn } from '#server/test/faults/rpc-call.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  acknowledgeAll,
  call,
  cardsOf,
  listen,
  openOverlay,
  registerStreamer,
  request,
  until,
} from '#server/test/test-client.ts';
import { quickPace, startTestServer } from '#server/test/test-server.ts';

const server = forFile(startTestServer);

async function createDonation(linkCode: string, words: object = {}) {
  return await call(server.url, 'createDonation', {
    body: { linkCode, donatorName: 'Zoë', message: 'hi', ...words },
  });
}

const balanceOf = (address: string) => lamportsOn(server.sandbox.url, address);

describe('one donation', () => {
  test('goes from the form to the stream and to the streamer’s wallet', async () => {
    const startedOn = new Date().getUTCDate();
    const streamer = await registerStreamer(server.url);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    acknowledgeAll(overlay, quickPace.cardMs);
    const dashboard = await listen(server.url, { token: streamer.token });
    dashboard.socket.emit('streamer_connect', { userId: streamer.user.id });
    await until(() => expect(dashboard.heard('streamer_connected')).toHaveLength(1));

    const created = await createDonation(streamer.donationLink);
    expect(created).toMatchObject({ minAmount: 0.002, hasAudio: false });
    const donor = await listen(server.url);
    // An id is the same in capitals.
    donor.socket.emit('donation_connect', { id: created.id.toUpperCase() });
    await call(server.url, 'sandboxPay', { body: { donationId: created.id, amount: 0.0123456789 } });

    await until(() => expect(cardsOf(overlay)).toHaveLength(1));
    expect(cardsOf(overlay)[0]).toMatchObject({
      id: created.id,
      donatorName: 'Zoë',
      amount: 0.012345679,
      message: 'hi',
      mediaUrl: null,
    });
    await until(async () => {
      const status = await call(server.url, 'donationStatus', { params: { id: created.id } });
      expect(status).toEqual({ status: 'TRANSFERRED', amount: 0.012345679, mediaUrl: null });
    });
    expect(await balanceOf(created.walletAddress)).toBe(0);
    expect(await balanceOf(streamer.user.walletAddress)).toBe(12_345_679 - 5000);

    await until(() => expect(donor.heard('donation_updated').at(-1)?.status).toBe('TRANSFERRED'));
    expect(donor.heard('donation_updated').at(-1)?.shownOnStreamAt).not.toBeNull();
    await until(() => expect(dashboard.heard('donation_changed').at(-1)?.status).toBe('TRANSFERRED'));
    // What changes nothing that is told, as finality, tells nothing.
    for (const told of [donor.heard('donation_updated'), dashboard.heard('donation_changed')]) {
      const texts = told.map((body) => JSON.stringify(body));
      expect(texts.filter((text, index) => text === texts[index - 1])).toEqual([]);
    }
    expect(dashboard.heard('donation_changed').map((donation) => donation.status)).toContain('RECEIVED');
    const stats = await call(server.url, 'donationStats', { token: streamer.token });
    expect(stats).toMatchObject({ totalDonations: 1, totalAmount: 0.012345679 });
    const isSameDay = new Date().getUTCDate() === startedOn;
    expect(stats.todayDonations).toBe(isSameDay ? 1 : stats.todayDonations);
    const listed = await call(server.url, 'myDonations', { token: streamer.token, query: '?limit=5' });
    expect(listed).toMatchObject({
      total: 1,
      data: [{ id: created.id, status: 'TRANSFERRED', isShown: true }],
    });
  });

  test('in parts adds up, says what is missing, and makes one alert', async () => {
    const streamer = await registerStreamer(server.url);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    const created = await createDonation(streamer.donationLink);
    await call(server.url, 'sandboxPay', { body: { donationId: created.id, amount: 0.0015 } });
    await until(async () => {
      const page = await call(server.url, 'publicDonation', { params: { id: created.id } });
      expect(page).toMatchObject({ status: 'PENDING', amount: 0.0015, missingAmount: 0.0005 });
    });
    expect(overlay.heard('show_donation')).toHaveLength(0);
    await call(server.url, 'sandboxPay', { body: { donationId: created.id, amount: 0.0006 } });
    await until(() => expect(cardsOf(overlay)).toHaveLength(1));
    expect(cardsOf(overlay)[0]?.amount).toBe(0.0021);
    const again = await request(server.url, 'sandboxPay', { body: { donationId: created.id } });
    expect(again.status).toBe(400);
  });

  test('is found without the socket, by reading alone', async () => {
    const streamer = await registerStreamer(server.url);
    server.sandbox.faults.refuseSockets = true;
    server.sandbox.faults.dropSockets();
    try {
      const created = await createDonation(streamer.donationLink);
      await call(server.url, 'sandboxPay', { body: { donationId: created.id } });
      server.passTime(6000);
      await until(async () => {
        const { status } = await call(server.url, 'donationStatus', { params: { id: created.id } });
        expect(status).toBe('RECEIVED');
      });
    } finally {
      server.sandbox.faults.refuseSockets = false;
    }
  });

  test('that was paid while the server was down is shown and passed on after it is back', async () => {
    const streamer = await registerStreamer(server.url);
    const created = await createDonation(streamer.donationLink);
    await call(server.url, 'sandboxPay', { body: { donationId: created.id } });
    await server.restart();
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    acknowledgeAll(overlay, quickPace.cardMs);
    await until(() => expect(overlay.heard('show_donation').map(({ id }) => id)).toContain(created.id));
    await until(async () => {
      const { status } = await call(server.url, 'donationStatus', { params: { id: created.id } });
      expect(status).toBe('TRANSFERRED');
    });
  });

  test('that nobody pays expires by the chain’s clock, and late money is still received, flagged and passed on', async () => {
    const streamer = await registerStreamer(server.url);
    const created = await createDonation(streamer.donationLink);
    server.passTime(661_000);
    const status = () => call(server.url, 'donationStatus', { params: { id: created.id } });
    await until(async () => expect((await status()).status).toBe('EXPIRED'));
    await call(server.url, 'sandboxPay', { body: { donationId: created.id } });
    server.passTime(61_000);
    await until(async () => expect((await status()).status).toBe('RECEIVED'));
    const page = await call(server.url, 'publicDonation', { params: { id: created.id } });
    expect(page.late).toBe(true);
    await until(async () => expect(await balanceOf(streamer.user.walletAddress)).toBe(1_995_000));
  });

  test('that was paid too little is passed on after expiry, without an alert and outside the totals', async () => {
    const streamer = await registerStreamer(server.url);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    const created = await createDonation(streamer.donationLink);
    await call(server.url, 'sandboxPay', { body: { donationId: created.id, amount: 0.0015 } });
    await until(async () => {
      const { amount } = await call(server.url, 'donationStatus', { params: { id: created.id } });
      expect(amount).toBe(0.0015);
    });
    expect(await balanceOf(created.walletAddress)).toBe(1_500_000);
    server.passTime(661_000);
    await until(async () => expect(await balanceOf(streamer.user.walletAddress)).toBe(1_495_000));
    const { status } = await call(server.url, 'donationStatus', { params: { id: created.id } });
    expect(status).toBe('EXPIRED');
    expect(overlay.heard('show_donation')).toHaveLength(0);
    const stats = await call(server.url, 'donationStats', { token: streamer.token });
    expect(stats).toEqual({ totalDonations: 0, totalAmount: 0, todayDonations: 0 });
  });
});
