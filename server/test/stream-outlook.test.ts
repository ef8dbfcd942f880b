import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublicDonation } from '#contract/donation.ts';
import { ruleOf } from './alert-rule-fixture.ts';
import { uploadTone } from './clip-fixture.ts';
import { type DeskFixture, openDesk } from './desk-fixture.ts';
import { call, listen, registerStreamer, request, type TestStreamer, until } from './test-client.ts';

let fixture: DeskFixture;
let url: string;
beforeAll(async () => {
  fixture = await openDesk();
  ({ url } = fixture.server);
});
afterAll(() => fixture.stop());

const read = (id: string): Promise<PublicDonation> => call(url, 'publicDonation', { params: { id } });

/** A donation with a clip; what its own page hears. */
async function offerWithClip(streamer: TestStreamer) {
  const { fileName } = await uploadTone(url);
  const body = { linkCode: streamer.donationLink, audioFileName: fileName };
  const { id } = await call(url, 'createDonation', { body });
  const donor = await listen(url);
  donor.socket.emit('donation_connect', { id });
  await until(() => expect(donor.heard('donation_updated')).toHaveLength(1));
  return { id, heard: () => donor.heard('donation_updated').map(({ onStream }) => onStream) };
}

const pay = (donationId: string, amount: number) => call(url, 'sandboxPay', { body: { donationId, amount } });

test('a donor is told what becomes of the clip with what was really paid, by the rule that the alert follows', async () => {
  const streamer = await registerStreamer(url);
  await fixture.change(streamer, { clipMinimumAmount: 0.1 });
  const { id, heard } = await offerWithClip(streamer);
  expect((await read(id)).onStream).toEqual({ clip: 'belowMinimum', clipMinimumAmount: 0.1 });
  await pay(id, 0.05);
  await until(async () => expect((await read(id)).status).toBe('RECEIVED'));
  const below = { clip: 'belowMinimum', clipMinimumAmount: 0.1 };
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
    expect((await read(id)).onStream).toEqual({ clip: 'plays', clipMinimumAmount: null }),
  );
  const rule = ruleOf({ amount: 0.05, playsClip: false });
  const { rules } = await call(url, 'createAlertRule', { token: streamer.token, body: rule });
  await until(async () => expect((await read(id)).onStream?.clip).toBe('leftOut'));
  await request(url, 'deleteAlertRule', { token: streamer.token, params: { id: rules[0]?.id ?? '' } });
  await until(async () => expect((await read(id)).onStream?.clip).toBe('plays'));
  await fixture.change(streamer, { clipMinimumAmount: 1 });
  await until(async () => expect((await read(id)).onStream?.clip).toBe('belowMinimum'));
  const silent = await fixture.donate(streamer);
  expect((await read(silent)).onStream).toEqual({ clip: null, clipMinimumAmount: 1 });
});
