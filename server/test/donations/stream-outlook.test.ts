import { beforeAll, expect, test } from 'vitest';
import type { PublicDonation } from '#contract/donation.ts';
import { ruleOf } from '#server/test/alert-rule-fixture.ts';
import { uploadTone } from '#server/test/clip-fixture.ts';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  call,
  listen,
  openOverlay,
  registerStreamer,
  request,
  type TestStreamer,
  until,
} from '#server/test/test-client.ts';
import { quickPace } from '#server/test/test-server.ts';

let url: string;
const fixture = forFile(openDesk);
beforeAll(() => {
  ({ url } = fixture.server);
});

const read = (id: string): Promise<PublicDonation> => call(url, 'publicDonation', { params: { id } });

/** A donation with a clip; what its own page hears. */
async function offerWithClip(streamer: TestStreamer, words: { donatorName?: string } = {}) {
  const { fileName } = await uploadTone(url);
  const body = { linkCode: streamer.donationLink, audioFileName: fileName, ...words };
  const { id } = await call(url, 'createDonation', { body });
  const donor = await listen(url);
  donor.socket.emit('donation_connect', { id });
  await until(() => expect(donor.heard('donation_updated')).toHaveLength(1));
  const updates = () => donor.heard('donation_updated');
  return {
    id,
    heard: () => updates().map(({ onStream }) => onStream),
    heardOnceShown: () =>
      updates().flatMap(({ status, onStream }) =>
        status === 'SHOWN' || status === 'TRANSFERRED' ? [onStream] : [],
      ),
  };
}

const pay = (donationId: string, amount: number) => call(url, 'sandboxPay', { body: { donationId, amount } });

test('a donor is told what becomes of the clip with what was really paid, by the rule that the alert follows', async () => {
  const streamer = await registerStreamer(url);
  await fixture.change(streamer, { clipMinimumAmount: 0.1 });
  const { id, heard } = await offerWithClip(streamer);
  expect((await read(id)).onStream).toEqual({ waitsFor: null, clip: 'belowMinimum', clipMinimumAmount: 0.1 });
  await pay(id, 0.05);
  await until(async () => expect((await read(id)).status).toBe('RECEIVED'));
  const below = { waitsFor: null, clip: 'belowMinimum', clipMinimumAmount: 0.1 };
  expect([(await read(id)).onStream, heard().at(-1)]).toEqual([below, below]);
  await pay(id, 0.05);
  await until(async () => expect((await read(id)).onStream?.clip).toBe('plays'));
  await until(() => expect(heard().at(-1)?.clip).toBe('plays'));
});

test('it is told anew when the streamer changes the minimum or a rule, and says nothing without a clip', async () => {
  const streamer = await registerStreamer(url);
  const { id } = await offerWithClip(streamer);
  await pay(id, 0.05);
  await until(async () =>
    expect((await read(id)).onStream).toEqual({ waitsFor: null, clip: 'plays', clipMinimumAmount: null }),
  );
  const rule = ruleOf({ amount: 0.05, playsClip: false });
  const { rules } = await call(url, 'createAlertRule', { token: streamer.token, body: rule });
  await until(async () => expect((await read(id)).onStream?.clip).toBe('leftOut'));
  await request(url, 'deleteAlertRule', { token: streamer.token, params: { id: rules[0]?.id ?? '' } });
  await until(async () => expect((await read(id)).onStream?.clip).toBe('plays'));
  await fixture.change(streamer, { clipMinimumAmount: 1 });
  await until(async () => expect((await read(id)).onStream?.clip).toBe('belowMinimum'));
  const silent = await fixture.donate(streamer);
  expect((await read(silent)).onStream).toEqual({ waitsFor: null, clip: null, clipMinimumAmount: 1 });
});

test('what waits for approval says so at once, from memory and over the socket, and comes by itself once approved', async () => {
  const streamer = await registerStreamer(url);
  await fixture.change(streamer, { approveFirst: true });
  const { id, heard } = await offerWithClip(streamer);
  await pay(id, 0.05);
  const held = { waitsFor: 'approval', clip: 'plays', clipMinimumAmount: null };
  await until(async () => expect(await read(id)).toMatchObject({ status: 'RECEIVED', onStream: held }));
  await until(() => expect(heard().at(-1)).toEqual(held));
  await fixture.change(streamer, {});
  expect((await read(id)).onStream?.waitsFor).toBe('approval');
  const { toApprove } = await fixture.desk(streamer.token);
  await call(url, 'approveAlert', {
    token: streamer.token,
    params: { id: toApprove[0]?.id ?? '' },
    body: { mask: true },
  });
  // Masked alerts play no clip.
  const approved = { waitsFor: null, clip: 'leftOut', clipMinimumAmount: null };
  await until(async () => expect((await read(id)).onStream).toEqual(approved));
  await until(() => expect(heard().at(-1)).toEqual(approved));
});

test('an alert that words have masked plays no clip, and its donor is promised none', async () => {
  const streamer = await registerStreamer(url);
  await fixture.change(streamer, { ownWords: ['tomato'] });
  const { id } = await offerWithClip(streamer, { donatorName: 'Tomato' });
  await pay(id, 0.05);
  await until(async () =>
    expect((await read(id)).onStream).toMatchObject({ waitsFor: null, clip: 'leftOut' }),
  );
});

test('what has gone to the tray waits for the streamer to play it, and no longer once it is played', async () => {
  const streamer = await registerStreamer(url);
  const { id, heard } = await offerWithClip(streamer);
  await pay(id, 0.05);
  await until(async () => expect((await read(id)).onStream).toMatchObject({ waitsFor: null, clip: 'plays' }));
  await fixture.db.query('update alerts set queued_at = queued_at - $1::interval where donation_id = $2', [
    `${quickPace.catchUpMs + 1000} ms`,
    id,
  ]);
  const overlay = await openOverlay(url, streamer.widgetCode);
  await until(async () => expect((await fixture.desk(streamer.token)).counts.tray).toBe(1));
  await until(async () => expect((await read(id)).onStream?.waitsFor).toBe('play'));
  const { tray } = await fixture.desk(streamer.token);
  overlay.socket.close();
  await call(url, 'playAlert', { token: streamer.token, params: { id: tray[0]?.id ?? '' } });
  await until(async () => expect((await read(id)).onStream?.waitsFor).toBeNull());
  await until(() => expect(heard().at(-1)?.waitsFor).toBeNull());
});

test('nothing waits any more once it was marked as shown, also by what its own page hears of that', async () => {
  const streamer = await registerStreamer(url);
  await fixture.change(streamer, { approveFirst: true });
  const { id, heard, heardOnceShown } = await offerWithClip(streamer);
  await pay(id, 0.05);
  await until(async () => expect((await read(id)).status).toBe('RECEIVED'));
  await until(() => expect(heard().at(-1)?.waitsFor).toBe('approval'));
  await call(url, 'markShown', { token: streamer.token, params: { id } });
  await until(() => expect(heardOnceShown()).not.toEqual([]));
  const settled = (await read(id)).onStream;
  expect(settled?.waitsFor).toBeNull();
  for (const told of heardOnceShown()) expect(told).toEqual(settled);
});
