import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultPace } from '#server/domain/alert-queue.ts';
import { createAlertStore } from '#server/postgres/alerts/alert-store.ts';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { wakeQueues } from '#server/postgres/alerts/wake-queues.ts';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, openOverlay, registerStreamer, type TestStreamer, until } from '#server/test/test-client.ts';
import { quickPace } from '#server/test/test-server.ts';

/** More than goes to the tray in one transaction, some three times. */
const many = 1700;

let url: string;
let pool: Database;
let turn = 0;
const fixture = forFile(() => openDesk({ pace: { ...quickPace, cardMs: 20_000 } }));
beforeAll(() => {
  ({ url } = fixture.server);
  pool = openDatabase(fixture.server.connectionString, { maxConnections: 2, onError: () => undefined });
});
afterAll(() => pool.destroy());

/** A streamer whose queue is paused, so that nothing moves but what a test moves. */
async function pausedStreamer(): Promise<TestStreamer> {
  const streamer = await registerStreamer(url);
  await call(url, 'pauseAlerts', { token: streamer.token });
  return streamer;
}

/** Puts that many alerts behind what waits, queued that long ago; their ids in the order in which they are to be shown. */
async function queueUp(streamer: TestStreamer, count: number, ago = '0 s'): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const donation = await fixture.offer(streamer);
  await fixture.db.query(
    `insert into alerts (id, user_id, donation_id, kind, place, queued_at)
     select id, $1, $2, 'replay', '2026-01-01'::timestamptz + $3 * interval '1 s', clock_timestamp() - $4::interval
     from unnest($5::uuid[]) with ordinality as t (id, n) order by n`,
    [streamer.user.id, donation, (turn += 1), ago, ids],
  );
  return ids;
}

async function inState({ user }: TestStreamer, state: string): Promise<string[]> {
  const { rows } = await fixture.db.query<{ id: string }>(
    'select id from alerts where user_id = $1 and state = $2 order by place, seq',
    [user.id, state],
  );
  return rows.map(({ id }) => id);
}

/** How many went to the tray with each transaction, by the time that each of them has. */
async function partsOf({ user }: TestStreamer): Promise<number[]> {
  const { rows } = await fixture.db.query<{ count: string }>(
    'select count(*) from alerts where user_id = $1 and trayed_at is not null group by trayed_at order by trayed_at',
    [user.id],
  );
  return rows.map(({ count }) => Number(count));
}

describe('a long queue', () => {
  test('goes to the tray in parts when an overlay opens, all but the first fifty', async () => {
    const streamer = await pausedStreamer();
    const ids = await queueUp(streamer, many);
    await openOverlay(url, streamer.widgetCode);
    await until(async () => expect(await inState(streamer, 'queue')).toEqual(ids.slice(0, 50)));
    expect(await inState(streamer, 'tray')).toEqual(ids.slice(50));
    expect(await partsOf(streamer)).toEqual([500, 500, 500, 150]);
  });

  test('that was left between two parts is gone on with when an overlay opens anew', async () => {
    const streamer = await pausedStreamer();
    const ids = await queueUp(streamer, many);
    const woken = { userId: streamer.user.id, pace: defaultPace, since: null };
    const [since] = await pool.transaction().execute((trx) => wakeQueues(trx, [woken]));
    expect(since).toBeInstanceOf(Date);
    expect(await inState(streamer, 'queue')).toEqual(ids.slice(0, -500));
    await openOverlay(url, streamer.widgetCode);
    await until(async () => expect(await inState(streamer, 'queue')).toEqual(ids.slice(0, 50)));
  });

  test('keeps what comes between two parts', async () => {
    const streamer = await pausedStreamer();
    const ids = await queueUp(streamer, many);
    const store = createAlertStore(pool);
    const woken = { userId: streamer.user.id, pace: defaultPace };
    const wake = (since: Date | null) =>
      pool.transaction().execute((trx) => wakeQueues(trx, [{ ...woken, since }]));
    const [since] = await wake(null);
    const [late] = await queueUp(streamer, 1);
    for (let left = since; left != null;) [left] = await wake(left);
    expect(await inState(streamer, 'queue')).toEqual([...ids.slice(0, 50), late]);
    // Whoever opens now finds one too many.
    await store.wake(streamer.user.id, defaultPace);
    expect(await inState(streamer, 'queue')).toEqual(ids.slice(0, 50));
  });

  test('keeps no other queue waiting that opens with it', async () => {
    const [long, short] = [await pausedStreamer(), await pausedStreamer()];
    await queueUp(long, many);
    const ids = await queueUp(short, 2);
    const woken = [long, short].map(({ user }) => ({ userId: user.id, pace: defaultPace, since: null }));
    const [left, done] = await pool.transaction().execute((trx) => wakeQueues(trx, woken));
    expect([left, done]).toEqual([expect.any(Date), null]);
    expect(await inState(short, 'queue')).toEqual(ids);
  });

  test('that grows too old beside an open overlay goes to the tray in parts, and what is younger plays', async () => {
    const streamer = await registerStreamer(url);
    const overlay = await openOverlay(url, streamer.widgetCode);
    const old = await queueUp(streamer, many, '2 hours');
    const [young] = await queueUp(streamer, 1);
    await fixture.db.query(
      `insert into alert_queues (user_id, wake_at) values ($1, now())
       on conflict (user_id) do update set wake_at = now()`,
      [streamer.user.id],
    );
    await until(() => expect(overlay.heard('show_donation').map(({ alertId }) => alertId)).toContain(young));
    expect(await inState(streamer, 'tray')).toEqual(old);
    expect(await partsOf(streamer)).toEqual([500, 500, 500, 200]);
  });
});
