import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { alertStateOf, isLeftOut } from '#server/domain/alert.ts';
import { openDatabase } from '#server/postgres/connection/database.ts';
import { leftOutCondition } from '#server/postgres/alerts/left-out.ts';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  call,
  cardsOf,
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

describe('at once', () => {
  test('approving and rejecting: the no of two moderators wins, whoever was first', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { approveFirst: true });
    const moderators = [
      await fixture.token(streamer, 'moderator'),
      await fixture.token(streamer, 'moderator'),
    ];
    for (let round = 0; round < 6; round += 1) await fixture.donate(streamer);
    const { toApprove } = await fixture.desk(streamer.token);
    for (const { id, donationId } of toApprove) {
      const [approved, rejected] = await Promise.all([
        request(url, 'approveAlert', { token: String(moderators[0]), ...byId(id) }),
        request(url, 'rejectAlert', { token: String(moderators[1]), ...byId(id) }),
      ]);
      expect(rejected.status).toBe(200);
      expect([200, 409]).toContain(approved.status);
      const { rows } = await fixture.db.query<{ state: string; how: string | null }>(
        `select a.state, d.settled_how as how from alerts a join donations d on d.id = a.donation_id
         where d.id = $1`,
        [donationId],
      );
      expect(rows).toEqual([{ state: 'settled', how: 'rejected' }]);
    }
    const { data } = await call(url, 'alertLog', { token: streamer.token });
    expect(data.filter(({ action }) => action === 'reject')).toHaveLength(toApprove.length);
  });

  test('skipping and acknowledging: the alert is settled once, as one of them said', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { stacksCards: true });
    const overlay = await openOverlay(url, streamer.widgetCode);
    for (let round = 1; round <= 5; round += 1) {
      const id = await fixture.donate(streamer);
      await until(() => expect(cardsOf(overlay)).toHaveLength(round));
      fixture.server.passTime(quickPace.acknowledgeAfterMs);
      overlay.socket.emit('mark_donation_shown', { donationId: id });
      await Promise.all([
        call(url, 'skipAlert', { token: streamer.token }),
        call(url, 'skipAlert', { token: streamer.token }),
      ]);
      await until(async () => expect(await fixture.listed(streamer, id)).toMatchObject({ isShown: true }));
      const { rows } = await fixture.db.query<{ alert: string; donation: string }>(
        `select a.settled_how as alert, d.settled_how as donation
         from alerts a join donations d on d.id = a.donation_id where d.id = $1`,
        [id],
      );
      expect(['overlay', 'skipped']).toContain(rows[0]?.alert);
      expect(rows).toEqual([{ alert: rows[0]?.alert, donation: rows[0]?.alert }]);
    }
  });

  test('payments of one streamer: one card goes out, and the others wait', async () => {
    const streamer = await registerStreamer(url);
    const overlay = await openOverlay(url, streamer.widgetCode);
    const paid = await Promise.all(Array.from({ length: 8 }, () => fixture.donate(streamer)));
    const { rows } = await fixture.db.query<{ id: string; attempts: number; sent: boolean }>(
      `select donation_id as id, attempts, sent_at is not null as sent from alerts where user_id = $1 order by sent_at`,
      [streamer.user.id],
    );
    const [first, ...others] = rows;
    expect(rows.map(({ id }) => id).toSorted()).toEqual(paid.toSorted());
    expect(first).toMatchObject({ sent: true, attempts: 1 });
    expect(others.filter(({ sent }) => sent)).toEqual([]);
    await until(() => expect(cardsOf(overlay).map(({ id }) => id)).toEqual([first?.id]));
  });

  test('a payment while a card waits for its acknowledgement: it does not go out beside that one', async () => {
    const streamer = await registerStreamer(url);
    const overlay = await openOverlay(url, streamer.widgetCode);
    const first = await fixture.donate(streamer);
    await until(() => expect(cardsOf(overlay)).toHaveLength(1));
    // As if its time were over and nobody had acknowledged it, and not yet so long that it is sent again.
    await fixture.db.query(
      `update alert_queues set last_sent_at = now() - last_hold_ms * interval '1 ms', wake_at = null where user_id = $1`,
      [streamer.user.id],
    );
    const second = await fixture.donate(streamer);
    const { rows } = await fixture.db.query<{ id: string; sent: boolean }>(
      `select donation_id as id, sent_at is not null as sent from alerts where user_id = $1 order by seq`,
      [streamer.user.id],
    );
    expect(rows).toEqual([
      { id: first, sent: true },
      { id: second, sent: false },
    ]);
  });

  test('pausing and sending: what is sent after the answer to pause was not a donation', async () => {
    const streamer = await registerStreamer(url);
    await fixture.change(streamer, { stacksCards: true });
    const overlay = await openOverlay(url, streamer.widgetCode);
    const donations = Promise.all(Array.from({ length: 4 }, () => fixture.donate(streamer)));
    await until(() => expect(overlay.heard('show_donation').length).toBeGreaterThan(0));
    await call(url, 'pauseAlerts', { token: streamer.token });
    const sent = `select id from alerts where user_id = $1 and kind = 'payment' and sent_at is not null`;
    const before = await fixture.db.query(sent, [streamer.user.id]);
    await donations;
    await call(url, 'testAlert', { token: streamer.token });
    await until(() => expect(names(overlay)).toContain('Test Donor'));
    expect((await fixture.db.query(sent, [streamer.user.id])).rowCount).toBe(before.rowCount);
  });
});

test('the column alerts.state says the same as the domain on every combination of facts', async () => {
  const then = new Date('2026-11-21T12:00:00Z');
  const streamer = await registerStreamer(url);
  const times = [null, then];
  const combinations = times.flatMap((heldAt) =>
    times.flatMap((approvedAt) =>
      times.flatMap((trayedAt) => times.map((settledAt) => ({ heldAt, approvedAt, trayedAt, settledAt }))),
    ),
  );
  for (const facts of combinations) {
    const { heldAt, approvedAt, trayedAt, settledAt } = facts;
    const { rows } = await fixture.db.query<{ state: string }>(
      `insert into alerts (user_id, kind, held_at, approved_at, trayed_at, settled_at, settled_how)
       values ($1, 'test', $2, $3, $4, $5, $6) returning state`,
      [streamer.user.id, heldAt, approvedAt, trayedAt, settledAt, settledAt && 'skipped'],
    );
    expect(rows[0]?.state).toBe(alertStateOf(facts));
  }
});

test('the condition of alerts that are left out says the same as the domain on every combination of facts', async () => {
  const then = new Date('2026-11-21T12:00:00Z');
  const streamer = await registerStreamer(url);
  const id = await fixture.donate(streamer);
  const [times, words] = [
    [null, then],
    [[], ['x']],
  ];
  const combinations = times.flatMap((heldAt) =>
    times.flatMap((approvedAt) =>
      words.flatMap((foundWords) =>
        ([null, 'overlay', 'dismissed', 'rejected'] as const).flatMap((settledHow) =>
          [true, false].map((isMasked) => ({ heldAt, approvedAt, foundWords, settledHow, isMasked })),
        ),
      ),
    ),
  );
  const db = openDatabase(fixture.server.connectionString, { maxConnections: 1, onError: () => {} });
  onTestFinished(() => db.destroy());
  for (const facts of combinations) {
    const { heldAt, approvedAt, foundWords, settledHow, isMasked } = facts;
    const { rows } = await sql<{ is: boolean }>`
      insert into alerts (user_id, donation_id, kind, held_at, approved_at, found_words, settled_how, settled_at, is_masked)
      values (${streamer.user.id}, ${id}, 'replay', ${heldAt}, ${approvedAt}, ${foundWords}, ${settledHow},
              ${settledHow && then}, ${isMasked})
      returning ${leftOutCondition} is true as is`.execute(db);
    expect([facts, rows[0]?.is]).toEqual([facts, isLeftOut(facts)]);
  }
});
