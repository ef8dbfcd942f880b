import { beforeAll, describe, expect, test } from 'vitest';
import type { AlertDesk } from '#contract/alerts.ts';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  call,
  listen,
  type Listener,
  openOverlay,
  registerStreamer,
  request,
  type TestStreamer,
  until,
} from '#server/test/test-client.ts';
import { quickPace } from '#server/test/test-server.ts';

let url: string;
const fixture = forFile(() =>
  openDesk({ pace: { ...quickPace, cardMs: 300, gapMs: 50, resendAfterMs: 20_000 } }),
);
beforeAll(() => {
  ({ url } = fixture.server);
});

// An overlay that has just come may be sent the same alert again; it drops the repeat.
const names = (overlay: Listener) => [
  ...new Map(overlay.heard('show_donation').map((shown) => [shown.alertId, shown.donatorName])).values(),
];
const showing = (overlay: Listener, ...wanted: string[]) =>
  until(() => expect(names(overlay)).toEqual(wanted));
const who = (alerts: AlertDesk['next']) => alerts.map(({ donatorName }) => donatorName);
const press = (name: 'playNextAlert' | 'clearAlerts' | 'putBackAlerts', token: string) =>
  call(url, name, name === 'playNextAlert' ? { token, body: {} } : { token });
const logOf = async ({ token }: TestStreamer) =>
  (await call(url, 'alertLog', { token })).data.map(({ action }) => action);

/** A donor's page that is open. */
async function openPage(id: string): Promise<Listener> {
  const page = await listen(url);
  page.socket.emit('donation_connect', { id });
  await until(() => expect(page.heard('donation_updated')).not.toHaveLength(0));
  return page;
}

/** A paused queue in which the donations of these people wait. */
async function pausedQueue(...donors: string[]): Promise<TestStreamer> {
  const streamer = await registerStreamer(url);
  await call(url, 'pauseAlerts', { token: streamer.token });
  for (const donatorName of donors) await fixture.donate(streamer, { donatorName });
  return streamer;
}

describe('next', () => {
  test('plays one alert of a paused queue, which stays paused', async () => {
    const streamer = await pausedQueue('a', 'b');
    const overlay = await openOverlay(url, streamer.widgetCode);
    const desk = await press('playNextAlert', streamer.token);
    expect(desk.isPaused).toBe(true);
    await showing(overlay, 'a');
    await until(async () => expect(who((await fixture.desk(streamer.token)).next)).toEqual(['b']));
    expect((await fixture.desk(streamer.token)).now).not.toHaveProperty('isReleased');
    const [card] = overlay.heard('show_donation');
    fixture.server.passTime(quickPace.acknowledgeAfterMs);
    overlay.socket.emit('mark_donation_shown', { donationId: String(card?.id) });
    // Its time is over, and nothing follows by itself.
    await until(async () => expect((await fixture.desk(streamer.token)).now).toBeNull());
    await fixture.donate(streamer, { donatorName: 'c' });
    expect(names(overlay)).toEqual(['a']);
    await press('playNextAlert', streamer.token);
    await showing(overlay, 'a', 'b');
    expect(await logOf(streamer)).toEqual(['next', 'next', 'pause']);
  });

  test('plays one of a queue that was paused for hours', async () => {
    const streamer = await pausedQueue('old');
    await fixture.db.query(
      `with moved as (update alerts set queued_at = queued_at - interval '3 hours' where user_id = $1)
       update alert_queues set paused_at = paused_at - interval '3 hours' where user_id = $1`,
      [streamer.user.id],
    );
    const overlay = await openOverlay(url, streamer.widgetCode);
    expect((await press('playNextAlert', streamer.token)).isPaused).toBe(true);
    await showing(overlay, 'old');
  });

  test('of two who press at once for the same alert plays it once; an alert that is not next plays nothing', async () => {
    const streamer = await pausedQueue('a', 'b');
    const overlay = await openOverlay(url, streamer.widgetCode);
    const [first, second] = (await fixture.desk(streamer.token)).next;
    const wish = (alertId: string | undefined) =>
      call(url, 'playNextAlert', { token: streamer.token, body: { alertId } });
    await wish(second?.id);
    expect(await logOf(streamer)).toEqual(['pause']);
    await Promise.all([wish(first?.id), wish(first?.id), wish(first?.id)]);
    await showing(overlay, 'a');
    await wish(first?.id);
    expect(await logOf(streamer)).toEqual(['next', 'pause']);
    expect(who((await fixture.desk(streamer.token)).next)).toEqual(['b']);
  });

  test('waits for an overlay, one alert however often it is pressed, and is held again by another pause', async () => {
    const streamer = await pausedQueue('a', 'b');
    await press('playNextAlert', streamer.token);
    const { next } = await press('playNextAlert', streamer.token);
    expect(next.map(({ isReleased }) => isReleased)).toEqual([true, undefined]);
    await call(url, 'resumeAlerts', { token: streamer.token });
    const again = await call(url, 'pauseAlerts', { token: streamer.token });
    expect(again.next.map(({ isReleased }) => isReleased)).toEqual([undefined, undefined]);
  });

  test('lets nothing out while one that was let out has not been sent, also where an older one is played meanwhile', async () => {
    const streamer = await pausedQueue('older', 'a', 'b');
    await fixture.db.query(
      `update alerts set trayed_at = now() from donations d
       where d.id = donation_id and alerts.user_id = $1 and d.donator_name = 'older'`,
      [streamer.user.id],
    );
    await press('playNextAlert', streamer.token);
    const [older] = (await fixture.desk(streamer.token)).tray;
    await call(url, 'playAlert', { token: streamer.token, params: { id: String(older?.id) } });
    const { next } = await press('playNextAlert', streamer.token);
    expect(next.map(({ donatorName, isReleased }) => [donatorName, isReleased === true])).toEqual([
      ['older', false],
      ['a', true],
      ['b', false],
    ]);
    expect(await logOf(streamer)).toEqual(['play', 'next', 'pause']);
  });

  test('that no overlay came for within the hour waits in the tray, though the queue is paused', async () => {
    const streamer = await pausedQueue('late', 'held');
    await press('playNextAlert', streamer.token);
    await fixture.db.query(
      `update alerts set queued_at = queued_at - interval '2 hours'
       where user_id = $1 and released_at is not null`,
      [streamer.user.id],
    );
    const overlay = await openOverlay(url, streamer.widgetCode);
    await until(async () => {
      const { tray, next } = await fixture.desk(streamer.token);
      expect([who(tray), who(next)]).toEqual([['late'], ['held']]);
    });
    expect(names(overlay)).toEqual([]);
  });

  test('does nothing where the queue is not paused, or nothing waits', async () => {
    const streamer = await registerStreamer(url);
    await fixture.donate(streamer, { donatorName: 'a' });
    await press('playNextAlert', streamer.token);
    expect(await logOf(streamer)).toEqual([]);
    const empty = await pausedQueue();
    await press('playNextAlert', empty.token);
    expect(await logOf(empty)).toEqual(['pause']);
  });
});

describe('clear', () => {
  test('puts all that waits into the tray, and nothing else; putting back restores the order', async () => {
    const streamer = await pausedQueue('a', 'b', 'c');
    await call(url, 'testAlert', { token: streamer.token });
    const cleared = await press('clearAlerts', streamer.token);
    expect([who(cleared.next), who(cleared.tray), cleared.cleared]).toEqual([[], ['a', 'b', 'c'], 3]);
    expect(cleared.isPaused).toBe(true);
    const [, b] = cleared.tray;
    await call(url, 'dismissAlert', { token: streamer.token, params: { id: String(b?.id) } });
    const back = await press('putBackAlerts', streamer.token);
    expect([who(back.next), who(back.tray), back.cleared]).toEqual([['a', 'c'], [], 0]);
    expect(await logOf(streamer)).toEqual(['put_back', 'dismiss', 'clear', 'test', 'pause']);
  });

  test('leaves what is on stream and what awaits approval; what was in the tray before is not put back', async () => {
    const streamer = await registerStreamer(url);
    const earlier = await fixture.donate(streamer, { donatorName: 'earlier' });
    await fixture.db.query('update alerts set trayed_at = now() where donation_id = $1', [earlier]);
    const overlay = await openOverlay(url, streamer.widgetCode);
    await fixture.donate(streamer, { donatorName: 'on' });
    await showing(overlay, 'on');
    await call(url, 'pauseAlerts', { token: streamer.token });
    await fixture.donate(streamer, { donatorName: 'waits' });
    await fixture.change(streamer, { holdsLinks: true });
    await fixture.donate(streamer, { donatorName: 'held', message: 'see example.com' });
    const { now, toApprove, tray } = await press('clearAlerts', streamer.token);
    expect([now?.donatorName, who(toApprove), who(tray)]).toEqual(['on', ['held'], ['earlier', 'waits']]);
    expect(overlay.heard('alert_skipped')).toEqual([]);
    const back = await press('putBackAlerts', streamer.token);
    expect([who(back.next), who(back.tray)]).toEqual([['waits'], ['earlier']]);
  });

  test('is put back to wait for approval where every alert has to be approved by now', async () => {
    const streamer = await pausedQueue('a', 'b');
    await press('clearAlerts', streamer.token);
    await fixture.change(streamer, { approveFirst: true });
    const back = await press('putBackAlerts', streamer.token);
    expect([who(back.next), who(back.toApprove), who(back.tray)]).toEqual([[], ['a', 'b'], []]);
    expect(back.toApprove.map(({ heldFor }) => heldFor)).toEqual([['every'], ['every']]);
  });

  test('by two at once is one clearing, which either puts back once; after ten minutes nobody', async () => {
    const streamer = await pausedQueue('a', 'b');
    await Promise.all([1, 2, 3].map(() => press('clearAlerts', streamer.token)));
    expect((await fixture.desk(streamer.token)).cleared).toBe(2);
    await Promise.all([1, 2, 3].map(() => press('putBackAlerts', streamer.token)));
    expect(await logOf(streamer)).toEqual(['put_back', 'clear', 'pause']);
    await press('clearAlerts', streamer.token);
    await fixture.db.query(
      `with moved as (update alerts set trayed_at = trayed_at - interval '11 minutes' where user_id = $1)
       update alert_queues set cleared_at = cleared_at - interval '11 minutes' where user_id = $1`,
      [streamer.user.id],
    );
    const late = await press('putBackAlerts', streamer.token);
    expect([who(late.tray), late.cleared]).toEqual([['a', 'b'], 0]);
  });

  test('of a queue longer than a part takes all of it, and puts all of it back', async () => {
    const streamer = await pausedQueue('first');
    await fixture.db.query(
      `insert into alerts (user_id, donation_id, kind)
       select user_id, donation_id, 'replay' from alerts, generate_series(1, 1200)
       where user_id = $1 and kind = 'payment'`,
      [streamer.user.id],
    );
    expect(await press('clearAlerts', streamer.token)).toMatchObject({
      counts: { next: 0, tray: 1201 },
      cleared: 1201,
    });
    expect(await press('putBackAlerts', streamer.token)).toMatchObject({
      counts: { next: 1201, tray: 0 },
      cleared: 0,
    });
  });

  test('leaves what is withheld, which is shown by itself once its payment is back', async () => {
    const streamer = await pausedQueue('a');
    const withheld = await fixture.donate(streamer, { donatorName: 'withheld' });
    const setFailed = (at: string) =>
      fixture.db.query(`update donations set failed_at = ${at} where id = $1`, [withheld]);
    await setFailed('now()');
    expect(await press('clearAlerts', streamer.token)).toMatchObject({ cleared: 1 });
    await setFailed('null');
    const { next, tray } = await fixture.desk(streamer.token);
    expect([who(next), who(tray)]).toEqual([['withheld'], ['a']]);
  });

  test('pressed again while a long queue is cleared part by part is the same clearing', async () => {
    const streamer = await pausedQueue('first', 'second');
    await press('clearAlerts', streamer.token);
    // As a first part leaves it: of what waited then, something waits still.
    await fixture.db.query(
      `update alerts set trayed_at = null from donations d
       where d.id = donation_id and alerts.user_id = $1 and d.donator_name = 'second'`,
      [streamer.user.id],
    );
    expect(await press('clearAlerts', streamer.token)).toMatchObject({ cleared: 2 });
    await fixture.donate(streamer, { donatorName: 'later' });
    expect(await press('clearAlerts', streamer.token)).toMatchObject({ cleared: 1, counts: { tray: 3 } });
  });

  test('tells donors whose pages are open that their alerts wait for the streamer', async () => {
    const streamer = await pausedQueue();
    const id = await fixture.donate(streamer, { donatorName: 'a' });
    const page = await openPage(id);
    const waitsFor = () => page.heard('donation_updated').at(-1)?.onStream?.waitsFor;
    await press('clearAlerts', streamer.token);
    await until(() => expect(waitsFor()).toBe('play'));
    await press('putBackAlerts', streamer.token);
    await until(() => expect(waitsFor()).toBeNull());
    await fixture.change(streamer, { approveFirst: true });
    await until(() => expect(waitsFor()).toBe('approval'));
  });

  test('is open to tokens that control alerts and to moderators, and not to others', async () => {
    const streamer = await pausedQueue('a');
    for (const scope of ['alerts', 'moderator'] as const) {
      const token = await fixture.token(streamer, scope);
      expect((await press('clearAlerts', token)).cleared).toBe(1);
      expect((await press('putBackAlerts', token)).cleared).toBe(0);
      await press('playNextAlert', token);
    }
    const { token } = await call(url, 'createAccessToken', {
      token: streamer.token,
      body: { scopes: ['stats:read'], name: 'stats' },
    });
    for (const name of ['playNextAlert', 'clearAlerts', 'putBackAlerts'] as const)
      expect(await request(url, name, { token, body: {} })).toMatchObject({ status: 403 });
  });
});
