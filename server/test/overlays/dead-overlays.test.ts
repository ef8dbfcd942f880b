import { expect, test } from 'vitest';
import { openSession } from '#server/test/database-address.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  call,
  handled,
  type Listener,
  openOverlay,
  registerStreamer,
  until,
} from '#server/test/test-client.ts';
import { quickPace, startTestServer } from '#server/test/test-server.ts';

const deadId = '5d0e6f2a-53a1-4f6e-9a55-0b1f0d6f7c01';

// Nothing is sent again just because nobody acknowledged it.
const server = forFile(() => startTestServer({ pace: { ...quickPace, resendAfterMs: 600_000 } }));
const db = forFile(() => openSession(server.connectionString));

test('what only the overlay of a process was sent that died comes again to one that came since, and the dead one is closed', async () => {
  const streamer = await registerStreamer(server.url);
  // Renewed far ahead, it lives until it is told otherwise.
  await db.query(`insert into processes (id, seen_at) values ($1, now() + interval '1 hour')`, [deadId]);
  await db.query(`insert into overlay_sockets (socket_id, process_id, user_id) values ('dead', $1, $2)`, [
    deadId,
    streamer.user.id,
  ]);
  const { id } = await call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink } });
  await call(server.url, 'sandboxPay', { body: { donationId: id } });
  await until(async () => {
    const { rows } = await db.query('select 1 from alerts where donation_id = $1 and sent_at is not null', [
      id,
    ]);
    expect(rows).toHaveLength(1);
  });
  const overlay = await openOverlay(server.url, streamer.widgetCode);
  await handled(overlay);
  expect(overlay.heard('show_donation')).toEqual([]);
  await db.query(`update processes set seen_at = now() - interval '10 seconds' where id = $1`, [deadId]);
  await until(() => expect(overlay.heard('show_donation').map((card) => card.id)).toEqual([id]));
  const { rows } = await db.query(`select 1 from overlay_sockets where socket_id = 'dead'`);
  expect(rows).toEqual([]);
});

test('a payment waits for the card before that nobody has acknowledged, also once that has had its time', async () => {
  const streamer = await registerStreamer(server.url);
  const overlay = await openOverlay(server.url, streamer.widgetCode);
  const shown = () => overlay.heard('show_donation').map((card) => card.id);
  const donate = async (): Promise<string> => {
    const { id } = await call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink } });
    await call(server.url, 'sandboxPay', { body: { donationId: id } });
    return id;
  };
  const first = await donate();
  await until(() => expect(shown()).toEqual([first]));
  await until(async () => {
    const { rows } = await db.query(
      `select 1 from alert_queues where user_id = $1 and now() > last_sent_at + last_hold_ms * interval '1 ms'`,
      [streamer.user.id],
    );
    expect(rows).toHaveLength(1);
  });
  const second = await donate();
  await until(async () => {
    const { rows } = await db.query('select sent_at from alerts where donation_id = $1', [second]);
    expect(rows).toEqual([{ sent_at: null }]);
  });
  overlay.socket.emit('mark_donation_shown', { donationId: first });
  await until(() => expect(shown()).toEqual([first, second]));
});

test.each([
  ['is hidden', (overlay: Listener) => overlay.socket.emit('overlay_state', { visible: false })],
  ['closes', (overlay: Listener) => overlay.close()],
])(
  'what only the source of one scene was sent comes at once to that of the next, when the first one %s',
  async (_, leave) => {
    const streamer = await registerStreamer(server.url);
    const [first, next] = [
      await openOverlay(server.url, streamer.widgetCode),
      await openOverlay(server.url, streamer.widgetCode),
    ];
    next.socket.emit('overlay_state', { visible: false });
    await handled(next);
    const { id } = await call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink } });
    await call(server.url, 'sandboxPay', { body: { donationId: id } });
    await until(() => expect(first.heard('show_donation').map((card) => card.id)).toEqual([id]));
    // OBS shows the next scene before it hides the one before.
    next.socket.emit('overlay_state', { visible: true });
    await handled(next);
    expect(next.heard('show_donation')).toEqual([]);
    leave(first);
    await until(() => expect(next.heard('show_donation').map((card) => card.id)).toEqual([id]), 5000);
  },
);
