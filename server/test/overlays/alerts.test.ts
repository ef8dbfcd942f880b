import { describe, expect, test } from 'vitest';
import { uploadTone } from '#server/test/clip-fixture.ts';
import { openSession } from '#server/test/database-address.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  acknowledgeAll,
  call,
  handled,
  listen,
  type Listener,
  openOverlay,
  registerStreamer,
  request,
  until,
} from '#server/test/test-client.ts';
import { quickPace, startTestServer } from '#server/test/test-server.ts';

const server = forFile(startTestServer);
const db = forFile(() => openSession(server.connectionString));

async function paidDonation(linkCode: string, donatorName: string): Promise<string> {
  const { id } = await call(server.url, 'createDonation', { body: { linkCode, donatorName } });
  await call(server.url, 'sandboxPay', { body: { donationId: id } });
  await until(async () => expect(await statusOf(id)).not.toBe('PENDING'));
  return id;
}

/** What an overlay was sent, each once: on a busy machine what nobody acknowledges comes again before it is looked for. */
function shownTo(overlay: Listener): string[] {
  return [...new Set(overlay.heard('show_donation').map(({ id }) => id))];
}

async function statusOf(id: string): Promise<string> {
  return (await call(server.url, 'donationStatus', { params: { id } })).status;
}

async function isShown(token: string, id: string): Promise<boolean | undefined> {
  const { data } = await call(server.url, 'myDonations', { token });
  return data.find((donation) => donation.id === id)?.isShown;
}

describe('alerts', () => {
  test('wait while no overlay is open, and come oldest first, one after the other', async () => {
    const streamer = await registerStreamer(server.url);
    for (const name of ['first', 'second', 'third']) await paidDonation(streamer.donationLink, name);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    acknowledgeAll(overlay, quickPace.cardMs);
    // An acknowledgement that a busy machine delays makes an alert come twice; the order is the same.
    const names = () => [...new Set(overlay.heard('show_donation').map((shown) => shown.donatorName))];
    await until(() => expect(names()).toEqual(['first', 'second', 'third']));
    const { rows } = await db.query<{ gap: string }>(
      `select extract(epoch from sent_at - lag(sent_at) over (order by seq)) * 1000 as gap
       from alerts where user_id = $1 order by seq offset 1`,
      [streamer.user.id],
    );
    expect(rows.map(({ gap }) => Number(gap) >= quickPace.cardMs)).toEqual([true, true]);
  });

  test('come in the order of their payments, also within one second of the chain’s clock', async () => {
    const streamer = await registerStreamer(server.url);
    const names = ['one', 'two', 'three', 'four', 'five', 'six'];
    const donations = await Promise.all(
      names.map((donatorName) =>
        call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink, donatorName } }),
      ),
    );
    for (const { id } of donations) {
      await call(server.url, 'sandboxPay', { body: { donationId: id } });
      server.sandbox.advance();
    }
    await until(async () => {
      const desk = await call(server.url, 'alertDesk', { token: streamer.token });
      expect(desk.next.map((alert) => alert.donatorName)).toEqual(names);
    });
  });

  test('are sent again after a reload in the middle of a card', async () => {
    const streamer = await registerStreamer(server.url);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    const id = await paidDonation(streamer.donationLink, 'reloaded');
    await until(() => expect(shownTo(overlay)).toHaveLength(1));
    overlay.close();
    const reloaded = await openOverlay(server.url, streamer.widgetCode);
    await until(() => expect(shownTo(reloaded)).toEqual([id]));
    expect(await isShown(streamer.token, id)).toBe(false);
  });

  test.for([
    ['a word that is masked', { message: 'One tomato, please.' }, { message: 'One ****, please.' }],
    ['a name that is hidden', { hidesName: true }, { donatorName: 'Anonymous' }],
    ['an amount that is hidden', { hidesAmount: true }, { isAmountHidden: true }],
    ['a clip', {}, { mediaType: 'audio', mediaDuration: 1 }],
  ] as const)('with %s say the same when they are sent again', async ([, choice, shown]) => {
    const { token, donationLink, widgetCode } = await registerStreamer(server.url);
    const settings = await call(server.url, 'alertSettings', { token });
    const wanted = { ...settings, wordAction: 'mask', ownWords: ['tomato'] } as const;
    await call(server.url, 'changeAlertSettings', { token, body: wanted });
    const overlay = await openOverlay(server.url, widgetCode);
    const { fileName } = await uploadTone(server.url);
    const body = { linkCode: donationLink, donatorName: 'Zoë', audioFileName: fileName, ...choice };
    const { id } = await call(server.url, 'createDonation', { body });
    await call(server.url, 'sandboxPay', { body: { donationId: id } });
    // The first goes out with the payment, the second comes from the books: nobody acknowledges them.
    await until(() => expect(overlay.heard('show_donation').length).toBeGreaterThan(1));
    const [first, second] = overlay.heard('show_donation');
    expect(first).toMatchObject(shown);
    expect(second).toEqual(first);
  });

  test('go on where the clock of the database went back by an hour', async () => {
    const streamer = await registerStreamer(server.url);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    const setBack = async (): Promise<void> => {
      await db.query(
        `with queue as (
           update alert_queues set last_sent_at = last_sent_at + interval '1 hour', wake_at = wake_at + interval '1 hour'
           where user_id = $1)
         update alerts set sent_at = sent_at + interval '1 hour' where user_id = $1`,
        [streamer.user.id],
      );
    };
    const first = await paidDonation(streamer.donationLink, 'on stream');
    await until(() => expect(overlay.heard('show_donation').length).toBeGreaterThan(0));
    await setBack();
    const sends = overlay.heard('show_donation').length;
    await until(() => expect(overlay.heard('show_donation').length).toBeGreaterThan(sends));
    server.passTime(quickPace.acknowledgeAfterMs);
    overlay.socket.emit('mark_donation_shown', { donationId: first });
    await until(async () => expect(await isShown(streamer.token, first)).toBe(true));
    await setBack();
    const second = await paidDonation(streamer.donationLink, 'next');
    await until(() => expect(shownTo(overlay)).toEqual([first, second]));
  });

  test('that nobody acknowledges go to the tray after three sends, and the next one plays', async () => {
    const streamer = await registerStreamer(server.url);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    const first = await paidDonation(streamer.donationLink, 'stuck');
    const second = await paidDonation(streamer.donationLink, 'next');
    await until(() => expect(overlay.heard('show_donation').at(-1)?.id).toBe(second));
    const sends = overlay.heard('show_donation').filter((shown) => shown.id === first);
    expect(sends).toHaveLength(quickPace.maxAttempts);
    expect(new Set(sends.map((shown) => shown.alertId)).size).toBe(1);
    expect(await isShown(streamer.token, first)).toBe(false);
  });

  test('count as shown only by an acknowledgement that is old enough, on the socket that was sent them', async () => {
    const streamer = await registerStreamer(server.url);
    const stranger = await registerStreamer(server.url);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    const preview = await openOverlay(server.url, streamer.widgetCode, true);
    const other = await openOverlay(server.url, stranger.widgetCode);
    const id = await paidDonation(streamer.donationLink, 'guarded');
    await until(() => expect(shownTo(overlay)).toHaveLength(1));
    await until(() => expect(shownTo(preview)).toHaveLength(1));

    // However busy the machine is, this acknowledgement is too early.
    server.passTime(-10_000);
    overlay.socket.emit('mark_donation_shown', { donationId: id });
    await handled(overlay);
    expect(await isShown(streamer.token, id)).toBe(false);
    server.passTime(10_000 + quickPace.acknowledgeAfterMs);
    preview.socket.emit('mark_donation_shown', { donationId: id });
    other.socket.emit('mark_donation_shown', { donationId: id });
    other.socket.emit('overlay_state', { visible: false });
    await until(async () => expect(await isShown(streamer.token, id)).toBe(false));

    overlay.socket.emit('mark_donation_shown', { donationId: id });
    await until(async () => expect(await isShown(streamer.token, id)).toBe(true));
  });

  test('count as shown also where the clock went back by an hour while their card stood', async () => {
    const streamer = await registerStreamer(server.url);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    const id = await paidDonation(streamer.donationLink, 'on stream');
    await until(() => expect(shownTo(overlay)).toEqual([id]));
    server.setClock(-3_600_000);
    server.passTime(quickPace.acknowledgeAfterMs);
    overlay.socket.emit('mark_donation_shown', { donationId: id });
    await until(async () => expect(await isShown(streamer.token, id)).toBe(true));
    server.setClock(3_600_000);
  });

  test('are not sent to a hidden source, and come when it is visible again', async () => {
    const streamer = await registerStreamer(server.url);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    const dashboard = await listen(server.url, { token: streamer.token });
    dashboard.socket.emit('streamer_connect', { userId: streamer.user.id });
    overlay.socket.emit('overlay_state', { visible: false });
    await until(() =>
      expect(dashboard.heard('overlay_state').at(-1)).toMatchObject({ connected: 1, visible: 0 }),
    );
    const id = await paidDonation(streamer.donationLink, 'hidden');
    expect(overlay.heard('show_donation')).toHaveLength(0);
    overlay.socket.emit('overlay_state', { visible: true });
    await until(() => expect(shownTo(overlay)).toEqual([id]));
    overlay.close();
    await until(() => expect(dashboard.heard('overlay_state').at(-1)).toMatchObject({ connected: 0 }));
  });

  test('do not count as shown by a source that was hidden before their time, and come again', async () => {
    const streamer = await registerStreamer(server.url);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    const id = await paidDonation(streamer.donationLink, 'unseen');
    await until(() => expect(overlay.heard('show_donation').length).toBeGreaterThan(0));
    overlay.socket.emit('overlay_state', { visible: false });
    await handled(overlay);
    server.passTime(quickPace.acknowledgeAfterMs);
    overlay.socket.emit('mark_donation_shown', { donationId: id });
    await handled(overlay);
    expect(await isShown(streamer.token, id)).toBe(false);
    const sends = overlay.heard('show_donation').length;
    overlay.socket.emit('overlay_state', { visible: true });
    overlay.socket.emit('mark_donation_shown', { donationId: id });
    await until(() => expect(overlay.heard('show_donation').length).toBeGreaterThan(sends));
    expect(await isShown(streamer.token, id)).toBe(false);
    server.passTime(quickPace.acknowledgeAfterMs);
    overlay.socket.emit('mark_donation_shown', { donationId: id });
    await until(async () => expect(await isShown(streamer.token, id)).toBe(true));
  });

  test('are not sent to a source that says at once that it is hidden', async () => {
    const streamer = await registerStreamer(server.url);
    const dashboard = await listen(server.url, { token: streamer.token });
    dashboard.socket.emit('streamer_connect', { userId: streamer.user.id });
    const id = await paidDonation(streamer.donationLink, 'waits');
    const overlay = await listen(server.url);
    overlay.socket.emit('obs_connect', { linkCode: streamer.widgetCode, visible: false });
    await until(() => expect(dashboard.heard('overlay_state').at(-1)).toMatchObject({ connected: 1 }));
    expect(dashboard.heard('overlay_state').map(({ visible }) => visible)).not.toContain(1);
    expect(overlay.heard('show_donation')).toEqual([]);
    overlay.socket.emit('overlay_state', { visible: true });
    await until(() => expect(overlay.heard('show_donation')[0]?.id).toBe(id));
  });

  test('never reach the public code once the secret one has connected', async () => {
    const streamer = await registerStreamer(server.url);
    const early = await openOverlay(server.url, streamer.donationLink);
    await paidDonation(streamer.donationLink, 'early');
    await until(() => expect(shownTo(early)).toHaveLength(1));
    early.close();
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    const viewer = await openOverlay(server.url, streamer.donationLink);
    expect(viewer.heard('obs_connected')[0]?.streamerName).toBe(streamer.username);
    const id = await paidDonation(streamer.donationLink, 'later');
    acknowledgeAll(overlay, quickPace.cardMs);
    await until(() => expect(overlay.heard('show_donation').map((shown) => shown.id)).toContain(id));
    expect(viewer.heard('show_donation')).toHaveLength(0);
  });

  test('leave a tab that came by the public code as soon as the secret one connects', async () => {
    const streamer = await registerStreamer(server.url);
    const dashboard = await listen(server.url, { token: streamer.token });
    dashboard.socket.emit('streamer_connect', { userId: streamer.user.id });
    const early = await openOverlay(server.url, streamer.donationLink);
    await until(() => expect(dashboard.heard('overlay_state').at(-1)).toMatchObject({ connected: 1 }));
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    await until(() => expect(early.heard('error').at(-1)?.code).toBe('invalid_link_code'));
    await until(() => expect(dashboard.heard('overlay_state').at(-1)).toMatchObject({ connected: 1 }));
    const id = await paidDonation(streamer.donationLink, 'for the stream');
    await until(() => expect(shownTo(overlay)).toEqual([id]));
    expect(early.heard('show_donation')).toHaveLength(0);
  });

  test('of one streamer never reach a socket that became another streamer’s overlay', async () => {
    const victim = await registerStreamer(server.url);
    const attacker = await registerStreamer(server.url);
    const earlier = await openOverlay(server.url, victim.donationLink);
    const overlay = await openOverlay(server.url, victim.widgetCode);
    // The secret code sends everyone away who came by the public one. Whoever comes just before that is heard goes too.
    await until(() => expect(earlier.heard('error')).toHaveLength(1));
    const spy = await openOverlay(server.url, victim.donationLink);
    spy.socket.emit('obs_connect', { linkCode: attacker.widgetCode });
    await until(() => expect(spy.heard('obs_connected')).toHaveLength(2));
    const secret = await paidDonation(victim.donationLink, 'private');
    await until(() => expect(shownTo(overlay)).toEqual([secret]));
    const own = await paidDonation(attacker.donationLink, 'own');
    await until(() => expect(shownTo(spy)).toEqual([own]));
  });

  test('are settled by the streamer, once, and only when paid and their own', async () => {
    const streamer = await registerStreamer(server.url);
    const stranger = await registerStreamer(server.url);
    const id = await paidDonation(streamer.donationLink, 'marked');
    const mark = (token: string, donationId: string) =>
      request(server.url, 'markShown', { params: { id: donationId }, token });
    expect((await mark(stranger.token, id)).status).toBe(404);
    expect((await mark(streamer.token, id)).status).toBe(200);
    expect((await mark(streamer.token, id)).body).toMatchObject({ isShown: true });
    const unpaid = await call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink } });
    expect((await mark(streamer.token, unpaid.id)).status).toBe(409);
    const page = await call(server.url, 'publicDonation', { params: { id } });
    expect(page.shownOnStreamAt).toBeNull();
  });
});

describe('sockets', () => {
  test('take a streamer only by the token of the handshake', async () => {
    const streamer = await registerStreamer(server.url);
    const stranger = await registerStreamer(server.url);
    for (const auth of [{}, { token: stranger.token }, { token: 'nonsense' }]) {
      const socket = await listen(server.url, auth);
      socket.socket.emit('streamer_connect', { userId: streamer.user.id });
      await until(() =>
        expect(socket.heard('error')).toEqual([expect.objectContaining({ code: 'unauthorized' })]),
      );
      expect(socket.heard('streamer_connected')).toHaveLength(0);
    }
  });

  test('end with the session that they came in by', async () => {
    const streamer = await registerStreamer(server.url);
    const dashboard = await listen(server.url, { token: streamer.token });
    dashboard.socket.emit('streamer_connect', { userId: streamer.user.id });
    await until(() => expect(dashboard.heard('streamer_connected')).toHaveLength(1));
    await call(server.url, 'logout', { token: streamer.token });
    await until(() => expect(dashboard.socket.connected).toBe(false));
    expect(dashboard.heard('error')).toEqual([expect.objectContaining({ code: 'unauthorized' })]);
  });

  test('tell a dashboard how many alerts wait', async () => {
    const streamer = await registerStreamer(server.url);
    const dashboard = await listen(server.url, { token: streamer.token });
    dashboard.socket.emit('streamer_connect', { userId: streamer.user.id });
    const id = await paidDonation(streamer.donationLink, 'waits');
    await until(() => expect(dashboard.heard('alerts_changed').at(-1)).toEqual({ waiting: 1 }));
    await call(server.url, 'markShown', { params: { id }, token: streamer.token });
    await until(() => expect(dashboard.heard('alerts_changed').at(-1)).toEqual({ waiting: 0 }));
  });

  test('answer what does not parse with an error and go on', async () => {
    const streamer = await registerStreamer(server.url);
    const socket = await listen(server.url);
    const send = (name: string, payload?: unknown) =>
      socket.socket.emit(name as 'obs_connect', payload as never);
    send('obs_connect');
    send('obs_connect', { linkCode: 7 });
    send('obs_connect', { linkCode: 'nobody' });
    send('donation_connect', { id: 'no-uuid' });
    send('donation_connect', { id: '00000000-0000-4000-8000-000000000000' });
    send('show_donation', { id: 'forged' });
    send('mark_donation_shown', { donationId: { $ne: null } });
    await until(() => expect(socket.heard('error')).toHaveLength(6));
    expect(socket.heard('error').map((error) => error.code)).not.toContain('internal');
    send('obs_connect', { linkCode: streamer.widgetCode });
    await until(() => expect(socket.heard('obs_connected')).toHaveLength(1));
  });

  test('that flood the server are refused, then cut off', async () => {
    const socket = await listen(server.url);
    const flood = (messages: number): void => {
      for (let sent = 0; sent < messages; sent++)
        socket.socket.emit('mark_donation_shown', { donationId: 'x' });
    };
    flood(100);
    await until(() => expect(socket.heard('error').at(-1)?.code).toBe('too_many_requests'));
    // What is cut off at once is told nothing any more.
    flood(600);
    await until(() => expect(socket.socket.connected).toBe(false));
  });

  test('hear the full set of values when the style changes', async () => {
    const streamer = await registerStreamer(server.url);
    const overlay = await openOverlay(server.url, streamer.widgetCode);
    const body = { minDonationAmount: 0.01, cardColor: '#112233', cardGradient: null };
    await call(server.url, 'changeSettings', { token: streamer.token, body });
    await until(() =>
      expect(overlay.heard('settings_updated')).toEqual([
        {
          cardColor: '#112233',
          nameColor: '#112233',
          messageColor: '#e5e7eb',
          amountColor: '#fbbf24',
          background: '',
          gradientType: 'none',
          customGradient: '',
        },
      ]),
    );
  });
});
