import { beforeAll, expect, test } from 'vitest';
import { ruleOf } from '#server/test/alert-rule-fixture.ts';
import { uploadTone } from '#server/test/clip-fixture.ts';
import { openDesk } from '#server/test/desk-fixture.ts';
import { forFile } from '#server/test/for-file.ts';
import {
  acknowledgeAll,
  call,
  cardsOf,
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

const byId = (id: string | undefined) => ({ params: { id: id ?? '' } });
const add = (streamer: TestStreamer, over: Parameters<typeof ruleOf>[0]) =>
  call(url, 'createAlertRule', { token: streamer.token, body: ruleOf(over) });

/** A paid donation of that amount, with a clip where one is named. */
async function donate(
  streamer: TestStreamer,
  amount: number,
  { clip, hidesAmount = false }: { clip?: string; hidesAmount?: boolean } = {},
): Promise<string> {
  const heard = clip !== undefined && { audioFileName: clip };
  const words = { donatorName: 'Ana', message: 'hola', hidesAmount, ...heard };
  const { id } = await call(url, 'createDonation', { body: { linkCode: streamer.donationLink, ...words } });
  await call(url, 'sandboxPay', { body: { donationId: id, amount } });
  return id;
}

test('the rule for its amount decides with the sending how a payment, a test and a replay look and sound', async () => {
  const streamer = await registerStreamer(url);
  const { token } = streamer;
  const { fileName, url: soundUrl } = await uploadTone(url);
  const kept = await call(url, 'createAlertSound', { token, body: { fileName, name: ' Gong ' } });
  expect(kept.sounds).toMatchObject([{ name: 'Gong', url: soundUrl, duration: 1 }]);
  const style = { cardColor: '#ff0000', cardGradient: null };
  await add(streamer, { amount: 0.5, style, soundId: kept.sounds[0]?.id ?? '', volume: 60, seconds: 8 });
  const exact = { kind: 'exact' as const, amount: 0.42, builtInSound: 'coins' as const };
  const { rules } = await add(streamer, { ...exact, showsMessage: false, playsClip: false, seconds: 9 });
  expect(rules.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(['from 0.5', 'exact 0.42']);

  // Cards stack, so that nobody has to wait for the time of a card.
  await fixture.change(streamer, { stacksCards: true });
  const overlay = await openOverlay(url, streamer.widgetCode);
  acknowledgeAll(overlay, quickPace.acknowledgeAfterMs + 50);
  const shown = async (count: number) => {
    await until(() => expect(cardsOf(overlay)).toHaveLength(count));
    return cardsOf(overlay)[count - 1];
  };

  await donate(streamer, 0.1);
  const plain = await shown(1);
  expect(plain).toMatchObject({ message: 'hola', mediaUrl: null });
  expect(Object.keys(plain ?? {})).not.toContain('shownMs');

  const large = await donate(streamer, 0.75);
  const ruled = { mediaUrl: soundUrl, mediaType: 'audio', mediaDuration: null, volume: 60, shownMs: 8000 };
  expect(await shown(2)).toMatchObject({
    ...ruled,
    customization: { cardColor: '#ff0000', gradientType: 'none' },
  });
  await until(async () => expect((await fixture.listed(streamer, large))?.isShown).toBe(true));
  await call(url, 'replayAlert', { token, body: { donationId: large } });
  expect(await shown(3)).toMatchObject(ruled);

  const clip = await uploadTone(url);
  await donate(streamer, 0.42, { clip: clip.fileName });
  expect(await shown(4)).toMatchObject({ message: '', mediaUrl: '/sounds/coins.mp3', shownMs: 9000 });
  const loud = await uploadTone(url);
  await donate(streamer, 0.6, { clip: loud.fileName });
  expect(await shown(5)).toMatchObject({ mediaUrl: loud.url, mediaDuration: 1, volume: 60 });

  await call(url, 'testAlert', { token, body: { amount: 0.42 } });
  expect(await shown(6)).toMatchObject({ amount: 0.42, mediaUrl: '/sounds/coins.mp3', shownMs: 9000 });
  await call(url, 'testAlert', { token });
  expect(await shown(7)).toMatchObject({ amount: 0.1, mediaUrl: null });

  // Style, sound and a clip that is left out would tell about how much it was.
  await donate(streamer, 0.75, { hidesAmount: true });
  const hidden = await shown(8);
  expect(hidden).toMatchObject({ isAmountHidden: true, mediaUrl: null });
  expect(Object.keys(hidden ?? {})).not.toContain('customization');
  const unruled = await uploadTone(url);
  const withClip = await donate(streamer, 0.42, { clip: unruled.fileName, hidesAmount: true });
  expect(await shown(9)).toMatchObject({ message: 'hola', mediaUrl: unruled.url });
  const { onStream } = await call(url, 'publicDonation', { params: { id: withClip } });
  expect(onStream?.clip).toBe('plays');
});

test('the next alert waits for as long as the card of the rule stands', async () => {
  const streamer = await registerStreamer(url);
  await add(streamer, { amount: 0.1, seconds: 12 });
  const overlay = await openOverlay(url, streamer.widgetCode);
  await call(url, 'testAlert', { token: streamer.token });
  await until(() => expect(overlay.heard('show_donation')).not.toHaveLength(0));
  const { now } = await fixture.desk(streamer.token);
  expect(Date.parse(now?.endsAt ?? '') - Date.parse(now?.sentAt ?? '')).toBe(12_000 + quickPace.gapMs);
});

test('two rules for one amount, too many, and what is no rule are refused in words', async () => {
  const streamer = await registerStreamer(url);
  const { token } = streamer;
  const { rules } = await add(streamer, { amount: 0.5 });
  await add(streamer, { kind: 'exact', amount: 0.5 });
  const create = (body: unknown) => request(url, 'createAlertRule', { token, body });
  expect(await create(ruleOf({ amount: 0.5 }))).toMatchObject({
    status: 409,
    body: { code: 'alert_rule_exists' },
  });
  const [own] = rules;
  const change = (over: Parameters<typeof ruleOf>[0]) =>
    request(url, 'changeAlertRule', { token, ...byId(own?.id), body: ruleOf(over) });
  expect((await change({ amount: 0.5, volume: 10 })).status).toBe(200);
  expect(await change({ kind: 'exact', amount: 0.5 })).toMatchObject({ body: { code: 'alert_rule_exists' } });

  const range = 'The amount must be from 0.002 to 100000 SOL';
  expect(await create(ruleOf({ amount: 0 }))).toMatchObject({ status: 400, body: { message: range } });
  const style = { cardColor: 'red', cardGradient: null };
  for (const wrong of [
    { seconds: 6 },
    { seconds: 7.5 },
    { volume: 101 },
    { style },
    { kind: 'below' },
    { builtInSound: 'x' },
  ]) {
    expect((await create({ ...ruleOf({}), ...wrong })).status).toBe(400);
  }
  const nowhere = '00000000-0000-4000-8000-000000000000';
  for (const soundId of ['x', nowhere]) {
    expect(await create(ruleOf({ soundId }))).toMatchObject({
      status: 404,
      body: { code: 'alert_sound_not_found' },
    });
  }
  for (let amount = 1; amount <= 8; amount += 1) await add(streamer, { amount });
  expect(await create(ruleOf({ amount: 9 }))).toMatchObject({
    status: 409,
    body: { code: 'too_many_alert_rules' },
  });
  const left = await call(url, 'deleteAlertRule', { token, ...byId(own?.id) });
  expect(left.rules).toHaveLength(9);
});

test('a sound is nobody else’s clip, does not expire, and its rule plays the default sound once it is deleted', async () => {
  const streamer = await registerStreamer(url);
  const { token } = streamer;
  const { fileName, url: soundUrl } = await uploadTone(url);
  const body = { fileName, name: 'Gong' };
  const [sound] = (await call(url, 'createAlertSound', { token, body })).sounds;
  const refused = { status: 400, body: { code: 'clip_not_found' } };
  expect(await request(url, 'createAlertSound', { token, body })).toMatchObject(refused);
  const donation = { linkCode: streamer.donationLink, audioFileName: fileName };
  expect(await request(url, 'createDonation', { body: donation })).toMatchObject(refused);
  fixture.server.passTime(48 * 3_600_000);
  expect((await fetch(url + soundUrl)).status).toBe(200);

  await add(streamer, { amount: 0.1, soundId: sound?.id ?? '' });
  const after = await call(url, 'deleteAlertSound', { token, ...byId(sound?.id) });
  expect(after).toMatchObject({ sounds: [], rules: [{ soundId: null, builtInSound: null }] });
  await until(async () => expect((await fetch(url + soundUrl)).status).toBe(404));
});
