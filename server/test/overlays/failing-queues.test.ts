import { beforeAll, expect, test } from 'vitest';
import { rooms } from '#server/app/rooms.ts';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import { call, openOverlay, registerStreamer, type TestStreamer, until } from '#server/test/test-client.ts';
import { quickPace } from '#server/test/test-server.ts';

let url: string;
const lines: string[] = [];
const fixture = forFile(() =>
  openDesk({
    pace: { ...quickPace, clipMaxMs: 300 },
    environment: { LOG_LEVEL: 'warn' },
    log: { write: (line) => void lines.push(line) },
  }),
);
beforeAll(() => {
  ({ url } = fixture.server);
});

/** Whatever would show a card of this streamer fails from now on; returns what mends it. */
async function failCards({ user }: TestStreamer): Promise<() => Promise<void>> {
  await fixture.db.query(
    `alter table events add constraint no_card check (name <> 'show_donation' or room <> '${rooms.overlay(user.id)}')`,
  );
  return async () => void (await fixture.db.query('alter table events drop constraint no_card'));
}

test('a queue that fails holds up no other, is told of, and goes on once it can', async () => {
  const [failing, other] = [await registerStreamer(url), await registerStreamer(url)];
  const [overlay, others] = [
    await openOverlay(url, failing.widgetCode),
    await openOverlay(url, other.widgetCode),
  ];
  const mend = await failCards(failing);
  await call(url, 'testAlert', { token: failing.token });
  await call(url, 'testAlert', { token: other.token });
  await until(() => expect(others.heard('show_donation')).not.toHaveLength(0));
  await until(() => expect(lines.join('')).toContain('could not be sent; it is tried again'));
  expect(lines.find((line) => line.includes('could not be sent'))).toContain(failing.user.id);
  expect(overlay.heard('show_donation')).toHaveLength(0);
  await mend();
  await until(() => expect(overlay.heard('show_donation')).not.toHaveLength(0));
});

test('a payment whose alert cannot be sent is recorded, and its alert waits', async () => {
  const streamer = await registerStreamer(url);
  const overlay = await openOverlay(url, streamer.widgetCode);
  const mend = await failCards(streamer);
  const id = await fixture.donate(streamer);
  expect((await fixture.desk(streamer.token)).next).toMatchObject([{ donationId: id }]);
  await mend();
  await until(() => expect(overlay.heard('show_donation')).toMatchObject([{ id }]));
});
