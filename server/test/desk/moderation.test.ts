import { beforeAll, describe, expect, test } from 'vitest';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  call,
  cardsOf,
  listen,
  type Listener,
  openOverlay,
  registerStreamer,
  request,
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
const byId = (id: unknown) => ({ params: { id: String(id) } });

describe('approve first', () => {
  test('holds every donation until somebody approves it, and donors are told before they pay', async () => {
    const streamer = await registerStreamer(url);
    const page = { params: { linkCode: streamer.donationLink } };
    expect(await call(url, 'donationPage', page)).toMatchObject({ isModerated: false });
    await fixture.change(streamer, { approveFirst: true });
    expect(await call(url, 'donationPage', page)).toMatchObject({ isModerated: true });
    const overlay = await openOverlay(url, streamer.widgetCode);
    await fixture.donate(streamer, { donatorName: 'held' });
    await fixture.change(streamer, {});
    await fixture.donate(streamer, { donatorName: 'free' });
    await until(() => expect(names(overlay)).toEqual(['free']));
    const { toApprove, counts } = await fixture.desk(streamer.token);
    expect([toApprove.map((alert) => alert.donatorName), counts.toApprove]).toEqual([['held'], 1]);
    await call(url, 'approveAlert', { token: streamer.token, ...byId(toApprove[0]?.id) });
    await call(url, 'skipAlert', { token: streamer.token });
    await until(() => expect(names(overlay)).toEqual(['free', 'held']));
  });

  test('the list says of a donation that it waits, by which alert, until that is decided', async () => {
    const streamer = await registerStreamer(url);
    const { token } = streamer;
    await fixture.change(streamer, { approveFirst: true });
    const first = await fixture.donate(streamer, { donatorName: 'first' });
    const second = await fixture.donate(streamer, { donatorName: 'second' });
    const offered = await fixture.offer(streamer, { donatorName: 'unpaid' });
    const idOf = async (name: string) =>
      (await fixture.desk(token)).toApprove.find(({ donatorName }) => donatorName === name)?.id;
    const waiting = {
      alertId: await idOf('first'),
      waitsFor: 'approval',
      hasFoundWords: false,
      isMasked: false,
    };
    expect(await fixture.listed(streamer, first)).toMatchObject({ status: 'RECEIVED', waiting });
    expect(await fixture.listed(streamer, offered)).toMatchObject({ waiting: null });
    const found = await call(url, 'searchDonations', { token, query: '?search=first' });
    expect(found.data).toMatchObject([{ id: first, waiting }]);

    await call(url, 'rejectAlert', { token, ...byId(waiting.alertId) });
    expect(await fixture.listed(streamer, first)).toMatchObject({ waiting: null, settledHow: 'rejected' });
    await call(url, 'approveAlert', { token, ...byId(await idOf('second')) });
    expect(await fixture.listed(streamer, second)).toMatchObject({ waiting: null, isShown: false });
    await fixture.db.query(`update alerts set trayed_at = now() where donation_id = $1`, [second]);
    expect(await fixture.listed(streamer, second)).toMatchObject({ waiting: { waitsFor: 'play' } });
    // Withheld while the chain has taken the payment back: nothing can be decided.
    await fixture.db.query(`update donations set failed_at = now() where id = $1`, [second]);
    expect(await fixture.listed(streamer, second)).toMatchObject({ status: 'FAILED', waiting: null });
  });

  test('keeps what is held through a restart and when an overlay opens', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { approveFirst: true });
    await fixture.donate(streamer, { donatorName: 'held' });
    await fixture.server.restart();
    const overlay = await openOverlay(url, streamer.widgetCode);
    await call(url, 'testAlert', { token: streamer.token });
    // An overlay that has just come may be sent the same alert again; it drops the repeat.
    await until(() => expect([...new Set(names(overlay))]).toEqual(['Test Donor']));
    expect((await fixture.desk(streamer.token)).counts).toEqual({
      onStream: 1,
      toApprove: 1,
      next: 0,
      tray: 0,
    });
  });
});

describe('word lists', () => {
  test('mask what is shown, and nothing that is stored', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { wordLists: ['en', 'es'], ownWords: ['spoiler alert'] });
    const overlay = await openOverlay(url, streamer.widgetCode);
    const words = { donatorName: 'Sh1thead', message: 'Spoiler  alert, CABRON! Scunthorpe is fine.' };
    const id = await fixture.donate(streamer, words);
    await until(() => expect(cardsOf(overlay)).toHaveLength(1));
    expect(cardsOf(overlay)[0]).toMatchObject({
      donatorName: '****',
      message: '****, ****! Scunthorpe is fine.',
    });
    expect(await fixture.listed(streamer, id)).toMatchObject({ donatorName: words.donatorName });
    expect((await fixture.desk(streamer.token)).now).toMatchObject({
      ...words,
      isMasked: true,
      foundWords: ['shithead', 'spoiler alert', 'cabron'],
    });
  });

  test('hold what they find when the streamer wants that; approving may mask it', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { wordAction: 'hold', ownWords: ['tomato'], stacksCards: true });
    const overlay = await openOverlay(url, streamer.widgetCode);
    await fixture.donate(streamer, { donatorName: 'Tomato' });
    await fixture.donate(streamer, { donatorName: 'A', message: 'tomatoes' });
    await fixture.donate(streamer, { donatorName: 'B', message: 'TOMATO!' });
    const { toApprove } = await fixture.desk(streamer.token);
    expect(toApprove.map(({ donatorName, isMasked }) => [donatorName, isMasked])).toEqual([
      ['Tomato', false],
      ['B', false],
    ]);
    const [asItIs, masked] = toApprove;
    await call(url, 'approveAlert', { token: streamer.token, ...byId(asItIs?.id) });
    await until(() => expect(names(overlay)).toEqual(['A', 'Tomato']));
    await call(url, 'approveAlert', {
      token: streamer.token,
      ...byId(masked?.id),
      body: { mask: true },
    });
    await until(() => expect(overlay.heard('show_donation')[2]).toMatchObject({ message: '****!' }));
  });

  test('that found nothing cannot say what to star out: masked by hand, name and message are left out', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { approveFirst: true });
    const overlay = await openOverlay(url, streamer.widgetCode);
    await fixture.donate(streamer, { donatorName: 'Odd', message: 'something new' });
    const [alert] = (await fixture.desk(streamer.token)).toApprove;
    const body = { mask: true };
    await call(url, 'approveAlert', { token: streamer.token, ...byId(alert?.id), body });
    await until(() => expect(cardsOf(overlay)).toHaveLength(1));
    expect(cardsOf(overlay)[0]).toMatchObject({ donatorName: 'Anonymous', message: '' });
  });

  test('are refused beyond their bounds and kept as they were sent', async () => {
    const streamer = await registerStreamer(url);
    const { token } = streamer;
    const settings = await call(url, 'alertSettings', { token });
    expect(settings).toMatchObject({ approveFirst: false, wordLists: [], clipMinimumAmount: null });
    for (const body of [
      { ...settings, ownWords: ['x'.repeat(61)] },
      { ...settings, ownWords: Array.from({ length: 501 }, (_, index) => `w${index}`) },
      { ...settings, wordLists: ['tlh'] },
      { ...settings, clipMinimumAmount: 0 },
      { approveFirst: true },
    ]) {
      expect((await request(url, 'changeAlertSettings', { token, body })).status).toBe(400);
    }
    const body = { ...settings, ownWords: ['Ä b'], allowedWords: ['shit'], clipMinimumAmount: 0.123456789 };
    expect(await call(url, 'changeAlertSettings', { token, body })).toEqual(body);
    expect(await call(url, 'alertSettings', { token })).toEqual(body);
  });
});

describe('a clip', () => {
  test('plays from the streamer’s minimum on, and never with a masked alert', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { ownWords: ['tomato'], stacksCards: true });
    await call(url, 'pauseAlerts', { token: streamer.token });
    const masked = await fixture.donate(streamer, { donatorName: 'Tomato' });
    const plain = await fixture.donate(streamer);
    for (const [index, id] of [masked, plain].entries()) {
      await fixture.db.query(
        `insert into clips (name, mime_type, duration_ms, bytes, uploaded_at, expires_at, stored_at, donation_id)
         values ($1, 'audio/mpeg', 3000, 1, now(), now() + interval '1 day', now(), $2)`,
        [`${'ab'[index]?.repeat(26)}.mp3`, id],
      );
    }
    expect((await fixture.desk(streamer.token)).next.map((alert) => alert.mediaDuration)).toEqual([3, 3]);
    await call(url, 'resumeAlerts', { token: streamer.token });
    const overlay = await openOverlay(url, streamer.widgetCode);
    await until(() => expect(cardsOf(overlay)).toHaveLength(2));
    const media = cardsOf(overlay).map((shown) => [shown.id, shown.mediaDuration]);
    expect(media).toEqual([
      [masked, null],
      [plain, 3],
    ]);
    await fixture.change(streamer, { clipMinimumAmount: 50, stacksCards: true });
    const page = { params: { linkCode: streamer.donationLink } };
    expect(await call(url, 'donationPage', page)).toMatchObject({ clipMinimumAmount: 50 });
    await call(url, 'skipAlert', { token: streamer.token });
    await call(url, 'replayAlert', { token: streamer.token, body: { donationId: plain } });
    await until(() =>
      expect(overlay.heard('show_donation')[2]).toMatchObject({ id: plain, mediaUrl: null, mediaType: null }),
    );
  });
});

describe('rejecting', () => {
  test('never touches the money, and what was rejected can still be replayed, masked', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { wordAction: 'hold', ownWords: ['tomato'] });
    const id = await fixture.donate(streamer, { donatorName: 'Tomato' });
    const [alert] = (await fixture.desk(streamer.token)).toApprove;
    await call(url, 'rejectAlert', { token: streamer.token, ...byId(alert?.id) });
    await until(async () =>
      expect(await fixture.listed(streamer, id)).toMatchObject({ isShown: true, status: 'TRANSFERRED' }),
    );
    expect(await call(url, 'donationStats', { token: streamer.token })).toMatchObject({ totalDonations: 1 });
    expect(await call(url, 'publicDonation', { params: { id } })).toMatchObject({ shownOnStreamAt: null });
    const overlay = await openOverlay(url, streamer.widgetCode);
    await call(url, 'replayAlert', { token: streamer.token, body: { donationId: id } });
    await until(() => expect(names(overlay)).toEqual(['Anonymous']));
  });

  test('by a person alone is enough: without any found word, a replay leaves out name and message', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { approveFirst: true });
    const id = await fixture.donate(streamer, { donatorName: 'Unkind', message: 'in words of no list' });
    const [alert] = (await fixture.desk(streamer.token)).toApprove;
    await call(url, 'rejectAlert', { token: streamer.token, ...byId(alert?.id) });
    const overlay = await openOverlay(url, streamer.widgetCode);
    const last = await request(url, 'replayAlert', { token: streamer.token });
    expect(last).toMatchObject({ status: 409, body: { code: 'nothing_to_replay' } });
    await call(url, 'replayAlert', { token: streamer.token, body: { donationId: id } });
    await until(() =>
      expect(overlay.heard('show_donation')[0]).toMatchObject({ donatorName: 'Anonymous', message: '' }),
    );
  });

  test('leaves nothing of it for a replay, whatever a list had found besides; and so do blocking and marking unread', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { wordAction: 'hold', ownWords: ['damn'] });
    const tool = await fixture.token(streamer, 'alerts');
    const overlay = await openOverlay(url, streamer.widgetCode);
    for (const [index, act] of (['rejectAlert', 'markShown', 'blockDonation'] as const).entries()) {
      const words = { donatorName: 'Full Name', message: 'damn, Bob lives at 5 Elm Street' };
      const donationId = await fixture.donate(streamer, words);
      const [alert] = (await fixture.desk(streamer.token)).toApprove;
      const params = byId(act === 'rejectAlert' ? alert?.id : donationId);
      await call(url, act, { token: streamer.token, ...params });
      const by = act === 'blockDonation' ? streamer.token : tool;
      await call(url, 'replayAlert', { token: by, body: { donationId } });
      await until(() => expect(cardsOf(overlay)).toHaveLength(index + 1));
      expect(cardsOf(overlay)[index]).toMatchObject({ donatorName: 'Anonymous', message: '' });
      await call(url, 'skipAlert', { token: streamer.token });
    }
  });

  test('stops the clip of an alert that counts as shown already, and so does blocking', async () => {
    const streamer = await registerStreamer(url);
    const overlay = await openOverlay(url, streamer.widgetCode);
    for (const [index, act] of (['rejectAlert', 'blockDonation'] as const).entries()) {
      const id = await fixture.donate(streamer, { donatorName: 'Unkind', message: 'words' });
      await until(() => expect(cardsOf(overlay)).toHaveLength(index + 1));
      const alertId = cardsOf(overlay)[index]?.alertId;
      fixture.server.passTime(quickPace.acknowledgeAfterMs);
      overlay.socket.emit('mark_donation_shown', { donationId: id });
      await until(async () => expect((await fixture.desk(streamer.token)).now?.isSettled).toBe(true));
      const params = byId(act === 'rejectAlert' ? alertId : id);
      await call(url, act, { token: streamer.token, ...params });
      await until(() => expect(overlay.heard('alert_skipped')[index]).toEqual({ alertId }));
      expect(await fixture.desk(streamer.token)).toMatchObject({
        now: null,
        recent: [{ donationId: id, settledHow: 'overlay' }, ...Array.from({ length: index }, () => ({}))],
      });
    }
    const [, rejected] = (await fixture.desk(streamer.token)).recent;
    await call(url, 'replayAlert', { token: streamer.token, body: { alertId: rejected?.id } });
    await until(() => expect(overlay.heard('show_donation')[2]).toMatchObject({ message: '' }));
    expect(names(overlay)[2]).toBe('Anonymous');
  });

  test('finds what is still heard also where the clock of the database has gone back meanwhile', async () => {
    const streamer = await registerStreamer(url);
    const overlay = await openOverlay(url, streamer.widgetCode);
    const id = await fixture.donate(streamer, { donatorName: 'Unkind' });
    await until(() => expect(cardsOf(overlay)).toHaveLength(1));
    const alertId = cardsOf(overlay)[0]?.alertId;
    fixture.server.passTime(quickPace.acknowledgeAfterMs);
    overlay.socket.emit('mark_donation_shown', { donationId: id });
    await until(async () => expect((await fixture.desk(streamer.token)).now?.isSettled).toBe(true));
    // As rows look that were written before it went back by an hour.
    for (const [table, time] of [
      ['alerts', 'sent_at'],
      ['alert_queues', 'last_sent_at'],
    ]) {
      const later = `update ${table} set ${time} = ${time} + interval '1 hour' where user_id = $1`;
      await fixture.db.query(later, [streamer.user.id]);
    }
    await fixture.db.query(`update alerts set settled_at = settled_at + interval '1 hour' where id = $1`, [
      alertId,
    ]);
    await call(url, 'testAlert', { token: streamer.token });
    await until(async () => {
      const { rows } = await fixture.db.query(
        'select last_sent_at <= now() as is_back from alert_queues where user_id = $1',
        [streamer.user.id],
      );
      expect(rows).toEqual([{ is_back: true }]);
    });
    expect((await fixture.desk(streamer.token)).now).toMatchObject({ id: alertId, isSettled: true });
    await call(url, 'rejectAlert', { token: streamer.token, ...byId(alertId) });
    await until(() => expect(overlay.heard('alert_skipped')).toEqual([{ alertId }]));
  });

  test('what is still heard, or blocking its donor, leaves out its name, though a list had found a word, and no key brings it back', async () => {
    for (const act of ['rejectAlert', 'blockAlertDonor'] as const) {
      const streamer = await registerStreamer(url);
      const { token } = streamer;
      await fixture.change(streamer, { ownWords: ['damn'] });
      const overlay = await openOverlay(url, streamer.widgetCode);
      const widget = await listen(url);
      widget.socket.emit('widget_connect', { linkCode: streamer.widgetCode });
      const ticked = () =>
        widget
          .heard('widgets_changed')
          .at(-1)
          ?.ticker.map(({ donatorName }) => donatorName);
      const id = await fixture.donate(streamer, { donatorName: 'Vile Name', message: 'damn' });
      await until(() => expect(cardsOf(overlay)).toHaveLength(1));
      fixture.server.passTime(quickPace.acknowledgeAfterMs);
      overlay.socket.emit('mark_donation_shown', { donationId: id });
      await until(async () => expect((await fixture.desk(token)).now?.isSettled).toBe(true));
      await until(() => expect(ticked()).toEqual(['Vile Name']));
      await until(async () => expect((await fixture.listed(streamer, id))?.status).toBe('TRANSFERRED'));
      const alertId = cardsOf(overlay)[0]?.alertId;
      const body = act === 'blockAlertDonor' ? { kind: 'name' } : {};
      await call(url, act, { token, ...byId(alertId), body });
      await until(() => expect(overlay.heard('alert_skipped')).toEqual([{ alertId }]));
      await until(() => expect(ticked()).toEqual(act === 'rejectAlert' ? ['Anonymous'] : []));
      expect((await call(url, 'widgets', { token })).state.leaderboard.places).toEqual([]);
      const blocked = { isBlocked: act === 'blockAlertDonor', settledHow: 'overlay' };
      expect(await fixture.listed(streamer, id)).toMatchObject(blocked);
      const last = await request(url, 'replayAlert', { token: await fixture.token(streamer, 'alerts') });
      expect(last).toMatchObject({ status: 409, body: { code: 'nothing_to_replay' } });
      await call(url, 'replayAlert', { token, body: { alertId } });
      await until(() =>
        expect(overlay.heard('show_donation')[1]).toMatchObject({ donatorName: 'Anonymous', message: '' }),
      );
    }
  });

  test.each(['reject', 'skip', 'skip when it was shown'] as const)(
    'or skipping a replay is enough: no key brings its donation back (%s)',
    async (act) => {
      const streamer = await registerStreamer(url);
      const { token } = streamer;
      const overlay = await openOverlay(url, streamer.widgetCode);
      const showWhole = async (id: string, nth: number): Promise<void> => {
        await until(() => expect(cardsOf(overlay)).toHaveLength(nth));
        fixture.server.passTime(quickPace.acknowledgeAfterMs);
        overlay.socket.emit('mark_donation_shown', {
          donationId: id,
          alertId: cardsOf(overlay)[nth - 1]?.alertId,
        });
        await until(async () => expect((await fixture.desk(token)).now?.isSettled).toBe(true));
      };
      const stopHearing = () =>
        fixture.db.query('update alert_queues set last_sent_at = null where user_id = $1', [
          streamer.user.id,
        ]);
      const older = await fixture.donate(streamer, { donatorName: 'older' });
      await showWhole(older, 1);
      await stopHearing();
      const id = await fixture.donate(streamer, { donatorName: 'unkind' });
      await showWhole(id, 2);
      await stopHearing();
      await call(url, 'replayAlert', { token });
      await until(() => expect(names(overlay)[2]).toBe('unkind'));
      if (act === 'skip when it was shown') await showWhole(id, 3);
      if (act === 'reject') await call(url, 'rejectAlert', { token, ...byId(cardsOf(overlay)[2]?.alertId) });
      else await call(url, 'skipAlert', { token });
      const { recent } = await fixture.desk(token);
      expect(
        recent.filter(({ settledHow }) => settledHow === 'overlay').map(({ isTaken }) => isTaken),
      ).toEqual([...(act === 'skip when it was shown' ? [true] : []), true, undefined]);
      await call(url, 'replayAlert', { token });
      await until(() => expect(names(overlay)[3]).toBe('older'));
    },
  );

  test('a replay masks the replays after it, though the donation had been shown', async () => {
    const streamer = await registerStreamer(url);
    const id = await fixture.donate(streamer, { donatorName: 'Unkind' });
    await call(url, 'markShown', { token: streamer.token, ...byId(id) });
    const replay = () => call(url, 'replayAlert', { token: streamer.token, body: { donationId: id } });
    const [first] = (await replay()).next;
    await call(url, 'rejectAlert', { token: streamer.token, ...byId(first?.id) });
    expect((await replay()).next).toMatchObject([{ kind: 'replay', isMasked: true }]);
  });
});

describe('a blocked donation', () => {
  test('is never shown though it is paid later; its money is swept and it counts', async () => {
    const streamer = await registerStreamer(url);
    const overlay = await openOverlay(url, streamer.widgetCode);
    const id = await fixture.offer(streamer, { donatorName: 'blocked' });
    const reply = await call(url, 'blockDonation', { token: streamer.token, ...byId(id) });
    expect(reply).toMatchObject({ isBlocked: true, status: 'PENDING', isShown: false });
    await fixture.pay(id);
    await until(async () =>
      expect(await fixture.listed(streamer, id)).toMatchObject({
        isBlocked: true,
        isShown: true,
        status: 'TRANSFERRED',
      }),
    );
    await call(url, 'testAlert', { token: streamer.token });
    await until(() => expect(names(overlay)).toEqual(['Test Donor']));
    const { recent } = await fixture.desk(streamer.token);
    expect(recent).toMatchObject([{ donationId: id, settledHow: 'rejected' }]);
  });

  test('is taken off the stream, with its replays, and comes back by nobody but the streamer', async () => {
    const streamer = await registerStreamer(url);
    const stranger = await registerStreamer(url);
    const tool = await fixture.token(streamer, 'alerts');
    const overlay = await openOverlay(url, streamer.widgetCode);
    const id = await fixture.donate(streamer, { donatorName: 'blocked' });
    await until(() => expect(names(overlay)).toEqual(['blocked']));
    await call(url, 'replayAlert', { token: tool, body: { donationId: id } });
    const theirs = await request(url, 'blockDonation', { token: stranger.token, ...byId(id) });
    expect(theirs.status).toBe(404);
    await call(url, 'blockDonation', { token: streamer.token, ...byId(id) });
    await until(() => expect(overlay.heard('alert_skipped')).toHaveLength(1));
    expect((await fixture.desk(tool)).counts).toEqual({ onStream: 0, toApprove: 0, next: 0, tray: 0 });
    const refused = await request(url, 'replayAlert', { token: tool, body: { donationId: id } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'nothing_to_replay' } });
    await call(url, 'replayAlert', { token: streamer.token, body: { donationId: id } });
    await until(() => expect(names(overlay)).toEqual(['blocked', 'Anonymous']));
  });
});
