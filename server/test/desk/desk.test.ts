import { beforeAll, describe, expect, test } from 'vitest';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  call,
  cardsOf,
  type Listener,
  openOverlay,
  registerStreamer,
  request,
  type TestStreamer,
  until,
} from '#server/test/test-client.ts';
import { quickPace } from '#server/test/test-server.ts';

let url: string;
// Long cards: nothing ends by itself while a test looks at it.
const fixture = forFile(() => openDesk({ pace: { ...quickPace, cardMs: 20_000 } }));
beforeAll(() => {
  ({ url } = fixture.server);
});

const names = (overlay: Listener) => overlay.heard('show_donation').map((shown) => shown.donatorName);
const showing = (overlay: Listener, ...wanted: string[]) =>
  until(() => expect(names(overlay)).toEqual(wanted));

describe('a test alert', () => {
  test('goes by its own id, counts nowhere, and is settled by its acknowledgement', async () => {
    const streamer = await registerStreamer(url);
    const overlay = await openOverlay(url, streamer.widgetCode);
    const desk = await call(url, 'testAlert', { token: streamer.token });
    expect([...desk.next, desk.now].map((alert) => alert?.kind)).toContain('test');
    // An overlay that has just come may be sent the same alert again; it drops the repeat.
    await until(() => expect(overlay.heard('show_donation')).not.toHaveLength(0));
    const [card] = overlay.heard('show_donation');
    expect(card?.id).toBe(card?.alertId);
    await until(async () => expect((await fixture.desk(streamer.token)).now?.id).toBe(card?.id));
    acknowledgeNow(overlay, String(card?.id));
    await until(async () => expect((await fixture.desk(streamer.token)).now?.isSettled).toBe(true));
    await db(`update alert_queues set last_hold_ms = 0 where user_id = $1`, streamer.user.id);
    expect(await fixture.desk(streamer.token)).toMatchObject({ now: null, recent: [] });
    expect(await call(url, 'donationStats', { token: streamer.token })).toMatchObject({ totalDonations: 0 });
    expect(await call(url, 'myDonations', { token: streamer.token })).toEqual({ data: [], total: 0 });
  });

  test('goes before donations that wait, and out while the queue is paused; a key held down makes few', async () => {
    const streamer = await registerStreamer(url);
    await call(url, 'pauseAlerts', { token: streamer.token });
    await fixture.donate(streamer, { donatorName: 'waits' });
    const overlay = await openOverlay(url, streamer.widgetCode);
    await call(url, 'testAlert', { token: streamer.token });
    await showing(overlay, 'Test Donor');
    for (let press = 0; press < 8; press += 1) await call(url, 'testAlert', { token: streamer.token });
    expect((await fixture.desk(streamer.token)).counts.next).toBe(5);
  });

  test('waits, only the newest, while an overlay is being set up, and is shown when it opens', async () => {
    const streamer = await registerStreamer(url);
    for (let press = 0; press < 3; press += 1) await call(url, 'testAlert', { token: streamer.token });
    const { next } = await fixture.desk(streamer.token);
    expect(next.map(({ kind }) => kind)).toEqual(['test']);
    await letTimePass(streamer.user.id, '14 minutes');
    const overlay = await openOverlay(url, streamer.widgetCode);
    await until(() => expect(overlay.heard('show_donation')[0]?.alertId).toBe(next[0]?.id));
  });

  test('leaves the list in time though no overlay opens, so that it surprises no later stream', async () => {
    const streamer = await registerStreamer(url);
    await call(url, 'testAlert', { token: streamer.token });
    await letTimePass(streamer.user.id, '15 minutes');
    await call(url, 'changeSound', { token: streamer.token, body: { volume: 90 } });
    await until(async () => expect((await fixture.desk(streamer.token)).next).toEqual([]));
  });
});

describe('pause', () => {
  test('holds everything that is not on stream; what is on stream is still acknowledged', async () => {
    const streamer = await registerStreamer(url);
    const overlay = await openOverlay(url, streamer.widgetCode);
    const first = await fixture.donate(streamer, { donatorName: 'first' });
    await showing(overlay, 'first');
    expect((await call(url, 'pauseAlerts', { token: streamer.token })).isPaused).toBe(true);
    expect((await call(url, 'pauseAlerts', { token: streamer.token })).isPaused).toBe(true);
    await fixture.donate(streamer, { donatorName: 'second' });
    acknowledgeNow(overlay, first);
    await until(async () => expect(await fixture.listed(streamer, first)).toMatchObject({ isShown: true }));
    // The time of the first card is over; skipping has the queue looked at.
    await db(`update alert_queues set last_hold_ms = 0 where user_id = $1`, streamer.user.id);
    await call(url, 'skipAlert', { token: streamer.token });
    await quiet(streamer);
    expect(names(overlay)).toEqual(['first']);
    const { data } = await call(url, 'alertLog', { token: streamer.token });
    expect(data.map(({ action }) => action)).toEqual(['pause']);
    await call(url, 'resumeAlerts', { token: streamer.token });
    await showing(overlay, 'first', 'second');
  });
});

/** As if everything had happened that much earlier: alerts, and the pause of their queue. */
async function letTimePass(userId: string, time: string): Promise<void> {
  await db('update alerts set queued_at = queued_at - $2::interval where user_id = $1', userId, time);
  await db('update alert_queues set paused_at = paused_at - $2::interval where user_id = $1', userId, time);
}

/** Of a streamer's donations in their order, with the state of each alert. */
async function states({ user }: TestStreamer): Promise<string[]> {
  const { rows } = await fixture.db.query<{ name: string; state: string }>(
    `select d.donator_name as name, a.state from alerts a join donations d on d.id = a.donation_id
     where a.user_id = $1 order by a.place, a.place_slot, a.seq`,
    [user.id],
  );
  return rows.map(({ name, state }) => `${name}: ${state}`);
}

describe('a pause that is longer than alerts may wait', () => {
  test('lets them wait, whoever connects meanwhile, and has them shown in their order when it ends', async () => {
    const streamer = await registerStreamer(url);
    await fixture.donate(streamer, { donatorName: 'forgotten' });
    await letTimePass(streamer.user.id, '61 minutes');
    await fixture.donate(streamer, { donatorName: 'before' });
    await call(url, 'pauseAlerts', { token: streamer.token });
    const during = await fixture.donate(streamer, { donatorName: 'during' });
    await letTimePass(streamer.user.id, '3 hours');
    const overlay = await openOverlay(url, streamer.widgetCode);
    await until(async () =>
      expect(await states(streamer)).toEqual(['forgotten: tray', 'before: queue', 'during: queue']),
    );
    const told = await call(url, 'publicDonation', { params: { id: during } });
    expect(told.onStream?.waitsFor).toBeNull();
    await call(url, 'resumeAlerts', { token: streamer.token });
    await showing(overlay, 'before');
    expect((await fixture.desk(streamer.token)).next.map(({ donatorName }) => donatorName)).toEqual([
      'during',
    ]);
    await call(url, 'skipAlert', { token: streamer.token });
    await showing(overlay, 'before', 'during');
  });

  test('lets what was on stream as it began come again, though the overlay opens after it', async () => {
    const streamer = await registerStreamer(url);
    const crashing = await openOverlay(url, streamer.widgetCode);
    await fixture.donate(streamer, { donatorName: 'on stream' });
    await showing(crashing, 'on stream');
    crashing.socket.disconnect();
    await call(url, 'pauseAlerts', { token: streamer.token });
    await letTimePass(streamer.user.id, '3 hours');
    await call(url, 'resumeAlerts', { token: streamer.token });
    const opened = await openOverlay(url, streamer.widgetCode);
    await until(() => expect(names(opened)).toEqual(['on stream']));
  });

  test('counts for nothing afterwards: what has waited an hour without it goes to the tray', async () => {
    const streamer = await registerStreamer(url);
    await fixture.donate(streamer, { donatorName: 'waits' });
    await letTimePass(streamer.user.id, '30 minutes');
    await call(url, 'pauseAlerts', { token: streamer.token });
    await letTimePass(streamer.user.id, '3 hours');
    await call(url, 'resumeAlerts', { token: streamer.token });
    await letTimePass(streamer.user.id, '29 minutes');
    expect(await states(streamer)).toEqual(['waits: queue']);
    await letTimePass(streamer.user.id, '2 minutes');
    await openOverlay(url, streamer.widgetCode);
    await until(async () => expect(await states(streamer)).toEqual(['waits: tray']));
  });
});

describe('skip', () => {
  test('takes the card away at once and frees the queue; the money goes its way', async () => {
    const streamer = await registerStreamer(url);
    const overlay = await openOverlay(url, streamer.widgetCode);
    const id = await fixture.donate(streamer, { donatorName: 'rude', message: 'bad' });
    await fixture.donate(streamer, { donatorName: 'nice' });
    await showing(overlay, 'rude');
    const [card] = overlay.heard('show_donation');
    const desk = await call(url, 'skipAlert', { token: streamer.token });
    expect(desk.recent[0]).toMatchObject({ donationId: id, settledHow: 'skipped' });
    await until(() => expect(overlay.heard('alert_skipped')).toEqual([{ alertId: card?.alertId }]));
    await showing(overlay, 'rude', 'nice');
    acknowledgeNow(overlay, id);
    const open = await call(url, 'publicDonation', { params: { id } });
    expect(open.shownOnStreamAt).toBeNull();
    await until(async () =>
      expect(await fixture.listed(streamer, id)).toMatchObject({ isShown: true, status: 'TRANSFERRED' }),
    );
    expect(await facts(id)).toEqual({ how: 'skipped', alerts: ['payment skipped'] });
  });

  test('stops the clip of an alert that counts as shown already, which stays shown, and frees the queue', async () => {
    const streamer = await registerStreamer(url);
    const overlay = await openOverlay(url, streamer.widgetCode);
    const id = await fixture.donate(streamer, { donatorName: 'loud' });
    await fixture.donate(streamer, { donatorName: 'next' });
    await showing(overlay, 'loud');
    acknowledgeNow(overlay, id);
    await until(async () => expect((await facts(id)).how).toBe('overlay'));
    const { now } = await fixture.desk(streamer.token);
    expect(now).toMatchObject({ donationId: id, isSettled: true });
    expect(Date.parse(String(now?.endsAt)) - Date.parse(String(now?.sentAt))).toBe(20_020);
    await call(url, 'skipAlert', { token: streamer.token });
    await until(() => expect(overlay.heard('alert_skipped')).toEqual([{ alertId: now?.id }]));
    await showing(overlay, 'loud', 'next');
    expect(await facts(id)).toEqual({ how: 'overlay', alerts: ['payment overlay'] });
    const { data } = await call(url, 'alertLog', { token: streamer.token });
    expect(data.map(({ action, donatorName }) => [action, donatorName])).toEqual([['skip', 'loud']]);
  });

  test('that names an alert takes away that one and nothing that has followed it; a repeated press changes nothing', async () => {
    const [streamer, stranger] = [await registerStreamer(url), await registerStreamer(url)];
    const overlay = await openOverlay(url, streamer.widgetCode);
    await fixture.donate(streamer, { donatorName: 'rude' });
    await fixture.donate(streamer, { donatorName: 'nice' });
    await showing(overlay, 'rude');
    const [card] = overlay.heard('show_donation');
    const body = { alertId: String(card?.alertId) };
    await call(url, 'skipAlert', { token: stranger.token, body });
    expect((await fixture.desk(streamer.token)).now?.id).toBe(card?.alertId);
    const { recent } = await call(url, 'skipAlert', { token: streamer.token, body });
    expect(recent[0]).toMatchObject({ donatorName: 'rude', settledHow: 'skipped' });
    await showing(overlay, 'rude', 'nice');
    const { now } = await call(url, 'skipAlert', { token: streamer.token, body });
    expect(now?.donatorName).toBe('nice');
    const { data } = await call(url, 'alertLog', { token: streamer.token });
    expect(data.map(({ action, donatorName }) => [action, donatorName])).toEqual([['skip', 'rude']]);
  });

  test('that names what counts as shown already stops its clip while that may be heard', async () => {
    const streamer = await registerStreamer(url);
    const overlay = await openOverlay(url, streamer.widgetCode);
    const id = await fixture.donate(streamer, { donatorName: 'loud' });
    await showing(overlay, 'loud');
    acknowledgeNow(overlay, id);
    await until(async () => expect((await facts(id)).how).toBe('overlay'));
    const { now } = await fixture.desk(streamer.token);
    const body = { alertId: String(now?.id) };
    expect(await call(url, 'skipAlert', { token: streamer.token, body })).toMatchObject({ now: null });
    await until(() => expect(overlay.heard('alert_skipped')).toEqual([body]));
    const last = await request(url, 'replayAlert', { token: streamer.token });
    expect(last).toMatchObject({ status: 409, body: { code: 'nothing_to_replay' } });
  });

  test('changes nothing when nothing is on stream', async () => {
    const streamer = await registerStreamer(url);
    await fixture.donate(streamer);
    const desk = await call(url, 'skipAlert', { token: streamer.token });
    expect(desk.counts.next).toBe(1);
    expect((await call(url, 'alertLog', { token: streamer.token })).data).toEqual([]);
  });
});

describe('replay', () => {
  test('shows again the last donation that was shown, not what was skipped since, as an alert of its own, which says nothing about the donation', async () => {
    const streamer = await registerStreamer(url);
    const overlay = await openOverlay(url, streamer.widgetCode);
    const id = await fixture.donate(streamer, { donatorName: 'again' });
    await fixture.donate(streamer, { donatorName: 'other' });
    await showing(overlay, 'again');
    acknowledgeNow(overlay, id);
    await until(async () => expect((await facts(id)).how).toBe('overlay'));
    // As if its time were over.
    await fixture.db.query(
      `update alert_queues set last_sent_at = null, wake_at = now() where user_id = $1`,
      [streamer.user.id],
    );
    await showing(overlay, 'again', 'other');
    await call(url, 'skipAlert', { token: streamer.token });
    await call(url, 'replayAlert', { token: streamer.token });
    await showing(overlay, 'again', 'other', 'again');
    const [first, , replay] = overlay.heard('show_donation');
    expect(replay).toMatchObject({ id });
    expect(replay?.alertId).not.toBe(first?.alertId);
    acknowledgeNow(overlay, id, replay?.alertId);
    await until(async () =>
      expect(await facts(id)).toEqual({ how: 'overlay', alerts: ['payment overlay', 'replay overlay'] }),
    );
  });

  test('refuses what there is nothing to show of', async () => {
    const streamer = await registerStreamer(url);
    const stranger = await registerStreamer(url);
    const open = await fixture.offer(streamer);
    const theirs = await fixture.donate(stranger);
    const ask = (donationId?: string, alertId?: string) =>
      request(url, 'replayAlert', { token: streamer.token, body: { donationId, alertId } });
    const [alert] = (await fixture.desk(stranger.token)).next;
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'nothing_to_replay' } });
    expect(await ask(open)).toMatchObject({ status: 409, body: { code: 'donation_not_paid' } });
    expect(await ask(theirs)).toMatchObject({ status: 404, body: { code: 'donation_not_found' } });
    expect(await ask('nonsense')).toMatchObject({ status: 404, body: { code: 'donation_not_found' } });
    for (const alertId of [alert?.id, 'nonsense'])
      expect(await ask(undefined, alertId)).toMatchObject({ status: 404, body: { code: 'alert_not_found' } });
    const { next } = await call(url, 'testAlert', { token: streamer.token });
    const ofTest = await ask(undefined, next[0]?.id);
    expect(ofTest).toMatchObject({ status: 409, body: { code: 'nothing_to_replay' } });
  });

  test('of a donation that still waits plays its own alert next: there are never two cards for one payment', async () => {
    const streamer = await registerStreamer(url);
    await fixture.donate(streamer, { donatorName: 'early' });
    const late = await fixture.donate(streamer, { donatorName: 'late' });
    await call(url, 'replayAlert', { token: streamer.token, body: { donationId: late } });
    expect((await facts(late)).alerts).toEqual(['payment null']);
    const overlay = await openOverlay(url, streamer.widgetCode);
    await showing(overlay, 'late');
  });

  test('and payment of one donation on one socket: an acknowledgement without alertId means the older one', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { stacksCards: true });
    const overlay = await openOverlay(url, streamer.widgetCode);
    const id = await fixture.donate(streamer);
    await until(() => expect(cardsOf(overlay)).toHaveLength(1));
    await call(url, 'replayAlert', { token: streamer.token, body: { donationId: id } });
    await until(() => expect(cardsOf(overlay)).toHaveLength(2));
    acknowledgeNow(overlay, id);
    await until(async () =>
      expect(await facts(id)).toEqual({ how: 'overlay', alerts: ['payment overlay', 'replay null'] }),
    );
  });
});

describe('the tray', () => {
  test('plays what it is told to, before what only waits, and dismisses the rest', async () => {
    const streamer = await registerStreamer(url);
    const [one, two, three] = [
      await fixture.donate(streamer, { donatorName: 'one' }),
      await fixture.donate(streamer, { donatorName: 'two' }),
      await fixture.donate(streamer, { donatorName: 'three' }),
    ];
    await db(`update alerts set trayed_at = now() where donation_id in ($1, $2)`, two, three);
    const { tray, next } = await fixture.desk(streamer.token);
    expect([tray.map((alert) => alert.donationId), next.map((alert) => alert.donationId)]).toEqual([
      [two, three],
      [one],
    ]);
    const [first, second] = tray.map((alert) => alert.id);
    await call(url, 'playAlert', { token: streamer.token, params: { id: String(second) } });
    await call(url, 'dismissAlert', { token: streamer.token, params: { id: String(first) } });
    const again = await request(url, 'playAlert', {
      token: streamer.token,
      params: { id: String(first) },
    });
    expect(again).toMatchObject({ status: 409, body: { code: 'alert_already_settled' } });
    const overlay = await openOverlay(url, streamer.widgetCode);
    await showing(overlay, 'three');
    expect(await facts(two)).toEqual({ how: 'dismissed', alerts: ['payment dismissed'] });
  });

  test('has overlays show once more what they have shown, and could not say so', async () => {
    const streamer = await registerStreamer(url);
    const overlay = await openOverlay(url, streamer.widgetCode);
    await call(url, 'pauseAlerts', { token: streamer.token });
    const id = await fixture.donate(streamer, { donatorName: 'unsaid' });
    await db(`update alerts set trayed_at = now(), sent_at = now(), attempts = 3 where donation_id = $1`, id);
    const alertId = String((await fixture.desk(streamer.token)).tray[0]?.id);
    await call(url, 'playAlert', { token: streamer.token, params: { id: alertId } });
    await until(() => expect(overlay.heard('alert_skipped')).toEqual([{ alertId }]));
    await call(url, 'resumeAlerts', { token: streamer.token });
    await showing(overlay, 'unsaid');
  });

  test('knows only the streamer’s own alerts', async () => {
    const streamer = await registerStreamer(url);
    const stranger = await registerStreamer(url);
    await fixture.donate(streamer);
    const [alert] = (await fixture.desk(streamer.token)).next;
    for (const name of ['playAlert', 'dismissAlert', 'approveAlert', 'rejectAlert'] as const) {
      for (const id of [String(alert?.id), 'no-uuid']) {
        const reply = await request(url, name, { token: stranger.token, params: { id } });
        expect(reply).toMatchObject({ status: 404, body: { code: 'alert_not_found' } });
      }
    }
  });
});

describe('cards that stack', () => {
  test('come with only the gap between them', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { stacksCards: true });
    for (const donatorName of ['a', 'b', 'c']) await fixture.donate(streamer, { donatorName });
    const overlay = await openOverlay(url, streamer.widgetCode);
    await showing(overlay, 'a', 'b', 'c');
    const desk = await call(url, 'skipAlert', { token: streamer.token });
    expect(desk.now).toBeNull();
    await until(() => expect(overlay.heard('alert_skipped')).toHaveLength(3));
  });

  test('are three at most: the fourth comes when one of them was shown', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { stacksCards: true });
    const overlay = await openOverlay(url, streamer.widgetCode);
    const ids = [];
    for (const donatorName of ['a', 'b', 'c', 'd']) ids.push(await fixture.donate(streamer, { donatorName }));
    await showing(overlay, 'a', 'b', 'c');
    await until(async () => {
      const { counts } = await fixture.desk(streamer.token);
      expect(counts).toMatchObject({ onStream: 3, next: 1 });
    });
    await quiet(streamer);
    expect(overlay.heard('show_donation')).toHaveLength(3);
    acknowledgeNow(overlay, ids[1] ?? '');
    await showing(overlay, 'a', 'b', 'c', 'd');
  });
});

/** Makes the acknowledgement old enough and sends it. */
function acknowledgeNow(overlay: Listener, donationId: string, alertId?: string): void {
  fixture.server.passTime(quickPace.acknowledgeAfterMs);
  overlay.socket.emit('mark_donation_shown', { donationId, ...(alertId !== undefined && { alertId }) });
}

/** Waits until the streamer's queue sleeps and what the desk was told of has rested. */
async function quiet({ user }: { user: { id: string } }): Promise<void> {
  await until(async () => {
    const { rows } = await fixture.db.query(
      `select 1 from alert_queues where user_id = $1 and wake_at <= now()`,
      [user.id],
    );
    expect(rows).toEqual([]);
  });
  await new Promise((resolve) => setTimeout(resolve, 150));
}

async function db(sql: string, ...values: unknown[]): Promise<void> {
  await fixture.db.query(sql, values);
}

async function facts(donationId: string): Promise<{ how: string | null; alerts: string[] }> {
  const { rows } = await fixture.db.query<{ kind: string; how: string | null; donation: string | null }>(
    `select a.kind, a.settled_how as how, d.settled_how as donation
     from alerts a join donations d on d.id = a.donation_id where d.id = $1 order by a.seq`,
    [donationId],
  );
  return { how: rows[0]?.donation ?? null, alerts: rows.map(({ kind, how }) => `${kind} ${how}`) };
}
