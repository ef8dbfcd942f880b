import { beforeAll, describe, expect, test } from 'vitest';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  call,
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

describe('sound', () => {
  test('is kept, told to overlays at once, and to those that come later', async () => {
    const streamer = await registerStreamer(url);
    const overlay = await openOverlay(url, streamer.widgetCode);
    expect(overlay.heard('obs_connected')[0]?.sound).toEqual({ volume: 100, isMuted: false });
    await call(url, 'changeSound', { token: streamer.token, body: { volume: 30 } });
    const desk = await call(url, 'changeSound', { token: streamer.token, body: { isMuted: true } });
    expect(desk.sound).toEqual({ volume: 30, isMuted: true });
    await until(() =>
      expect(overlay.heard('sound_changed')).toEqual([
        { volume: 30, isMuted: false },
        { volume: 30, isMuted: true },
      ]),
    );
    const later = await openOverlay(url, streamer.widgetCode);
    expect(later.heard('obs_connected')[0]?.sound).toEqual({ volume: 30, isMuted: true });
    for (const volume of [-1, 101, 1.5, 'loud']) {
      const reply = await request(url, 'changeSound', { token: streamer.token, body: { volume } });
      expect(reply.status).toBe(400);
    }
  });
});

describe('an overlay that comes back', () => {
  test.for(['reject', 'skip', 'skip what was shown', 'block'] as const)(
    'is told what was taken away meanwhile: %s',
    async (how) => {
      const streamer = await registerStreamer(url);
      const { token } = streamer;
      const overlay = await openOverlay(url, streamer.widgetCode);
      const donationId = await fixture.donate(streamer);
      await until(() => expect(overlay.heard('show_donation').map(({ id }) => id)).toEqual([donationId]));
      const alertId = String(overlay.heard('show_donation')[0]?.alertId);
      if (how === 'skip what was shown') await acknowledge(overlay, token, donationId);
      overlay.close();
      await until(async () => expect((await fixture.desk(token)).overlay.connected).toBe(0));
      if (how === 'reject') await call(url, 'rejectAlert', { token, params: { id: alertId } });
      else if (how === 'block') await call(url, 'blockDonation', { token, params: { id: donationId } });
      else await call(url, 'skipAlert', { token, body: { alertId } });

      const back = await openOverlay(url, streamer.widgetCode);
      const preview = await openOverlay(url, streamer.widgetCode, true);
      for (const one of [back, preview])
        await until(() => expect(one.heard('alert_skipped')).toEqual([{ alertId }]));
      const shut = await openOverlay(url, streamer.donationLink);
      const stranger = await openOverlay(url, (await registerStreamer(url)).widgetCode);
      await db(`update events set at = at - interval '20 s' where name = 'alert_skipped'`);
      const late = await openOverlay(url, streamer.widgetCode);
      for (const one of [shut, stranger, late]) {
        one.socket.emit('donation_connect', { id: 'nothing' });
        await until(() => expect(one.heard('error')).toHaveLength(1));
        expect(one.heard('alert_skipped')).toEqual([]);
      }
    },
  );
});

describe('a desk', () => {
  test('hears of every change, and a dashboard hears it once', async () => {
    const streamer = await registerStreamer(url);
    const dashboard = await listen(url, { token: streamer.token });
    dashboard.socket.emit('streamer_connect', { userId: streamer.user.id });
    dashboard.socket.emit('desk_connect', {});
    await until(() => expect(dashboard.heard('desk_connected')).toEqual([{ role: 'streamer' }]));
    await fixture.donate(streamer);
    const heard = () => dashboard.heard('alerts_changed').length;
    await until(() => expect(heard()).toBeGreaterThan(0));
    const [alert] = (await fixture.desk(streamer.token)).next;
    const params = { id: String(alert?.id) };
    for (const act of [
      () => call(url, 'pauseAlerts', { token: streamer.token }),
      () => call(url, 'resumeAlerts', { token: streamer.token }),
      () => call(url, 'changeSound', { token: streamer.token, body: { volume: 7 } }),
      () => call(url, 'testAlert', { token: streamer.token }),
      () => call(url, 'dismissAlert', { token: streamer.token, params }),
    ]) {
      await quiet(streamer);
      const before = { written: await countChanges(streamer), heard: heard() };
      await act();
      expect(await countChanges(streamer)).toBe(before.written + 1);
      await until(() => expect(heard()).toBe(before.heard + 1));
    }
    expect(dashboard.heard('alerts_changed').at(-1)).toEqual({ waiting: 1 });
  });

  test('with ten thousand waiting alerts answers quickly, with the first fifty of each list', async () => {
    const streamer = await registerStreamer(url);
    const id = await fixture.donate(streamer);
    await db(
      `insert into alerts (user_id, donation_id, kind, trayed_at, held_at, place)
       select $1, $2, 'replay', case when n % 3 = 1 then now() end, case when n % 3 = 2 then now() end,
              now() + n * interval '1 s' from generate_series(1, 10000) n`,
      streamer.user.id,
      id,
    );
    const timesMs: number[] = [];
    for (let reading = 0; reading < 5; reading += 1) {
      const startedAt = performance.now();
      await fixture.desk(streamer.token);
      timesMs.push(performance.now() - startedAt);
    }
    // Some 20 ms when the machine is idle; the best of five forgives other work.
    expect(Math.min(...timesMs)).toBeLessThan(500);
    const desk = await fixture.desk(streamer.token);
    expect([desk.next.length, desk.tray.length, desk.toApprove.length]).toEqual([50, 50, 50]);
    expect(desk.counts).toEqual({ onStream: 0, next: 3334, tray: 3334, toApprove: 3333 });
  });
});

/** The alert on stream counts as shown; it may still be heard. */
async function acknowledge(overlay: Listener, token: string, donationId: string): Promise<void> {
  fixture.server.passTime(quickPace.acknowledgeAfterMs);
  overlay.socket.emit('mark_donation_shown', { donationId });
  await until(async () =>
    expect((await fixture.desk(token)).now).toMatchObject({ donationId, isSettled: true }),
  );
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

/** How often those at a streamer's desk were to hear that it has changed. */
async function countChanges({ user }: { user: { id: string } }): Promise<number> {
  const { rows } = await fixture.db.query<{ count: string }>(
    `select count(*) from events where name = 'alerts_changed' and room = $1`,
    [`desk:${user.id}`],
  );
  return Number(rows[0]?.count);
}

async function db(sql: string, ...values: unknown[]): Promise<void> {
  await fixture.db.query(sql, values);
}
