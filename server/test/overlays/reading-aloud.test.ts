import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SpeechSettings } from '#contract/speech.ts';
import { ruleOf } from '#server/test/alert-rule-fixture.ts';
import { type DeskFixture, openDesk } from '#server/test/desk-fixture.ts';
import {
  call,
  cardsOf,
  openOverlay,
  registerStreamer,
  request,
  type TestStreamer,
  until,
} from '#server/test/test-client.ts';
import { quickPace } from '#server/test/test-server.ts';
import { toneWav16 } from '#server/test/tone-wav.ts';

/** Stands for the operator's program: writes down what it is told and how, and says a tone of two seconds. */
const program = `#!/bin/sh
told=$(cat)
printf '%s|%s\\n' "$1" "$told" >> "$(dirname "$0")/told"
case $told in *fail*) exit 3 ;; *hang*) sleep 30 ;; esac
cat "$(dirname "$0")/tone.wav"
`;

let folder: string;
let fixture: DeskFixture;
let url: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brava-voice-'));
  const path = join(folder, 'say');
  await writeFile(path, program);
  await chmod(path, 0o755);
  await writeFile(join(folder, 'tone.wav'), toneWav16(2));
  const environment = { SPEECH_COMMAND: `${path} {language}` };
  fixture = await openDesk({ environment, pace: { ...quickPace, cardMs: 4000 } });
  ({ url } = fixture.server);
});
afterAll(async () => {
  await fixture.stop();
  await rm(folder, { recursive: true });
});

const told = () => readFile(join(folder, 'told'), 'utf8').catch(() => '');
const use = ({ token }: TestStreamer, over: Partial<SpeechSettings>) => {
  const body: SpeechSettings = { source: 'server', minimumAmount: null, volume: 80, language: 'es', ...over };
  return call(url, 'changeSpeech', { token, body });
};

test('nothing is read unless a streamer says so, and what can read is told', async () => {
  const streamer = await registerStreamer(url);
  const { token } = streamer;
  const usual = { source: 'off', minimumAmount: null, volume: 100, language: 'en' };
  expect(await call(url, 'speech', { token })).toEqual({
    ...usual,
    isServerAble: true,
    overlays: { asked: 0, able: 0 },
  });
  const overlay = await openOverlay(url, streamer.widgetCode);
  await fixture.donate(streamer, { donatorName: 'Ana', message: 'hola' });
  await until(() => expect(cardsOf(overlay)).toHaveLength(1));
  expect(cardsOf(overlay)[0]?.shownMs).toBeUndefined();
  expect(overlay.heard('speech')).toEqual([]);
  expect(overlay.heard('speak')).toEqual([]);

  await use(streamer, { source: 'browser' });
  await until(() => expect(overlay.heard('speech')).toEqual([{ source: 'browser' }]));
  overlay.socket.emit('overlay_voices', { count: 3 });
  await until(async () =>
    expect((await call(url, 'speech', { token })).overlays).toEqual({ asked: 1, able: 1 }),
  );
  for (const wrong of [{ volume: 101 }, { language: 'tlh' }, { source: 'shell' }, { minimumAmount: 0 }]) {
    const body = { source: 'browser', minimumAmount: null, volume: 1, language: 'en', ...wrong };
    expect((await request(url, 'changeSpeech', { token, body })).status).toBe(400);
  }
});

test('the overlay’s voices are told with the card what stands on it: filtered, shortened, from the minimum on', async () => {
  const streamer = await registerStreamer(url);
  const { token } = streamer;
  await fixture.change(streamer, { stacksCards: true, ownWords: ['spoiler'] });
  await use(streamer, { source: 'browser', minimumAmount: 0.05 });
  await call(url, 'createAlertRule', { token, body: ruleOf({ amount: 5, showsMessage: false }) });
  const overlay = await openOverlay(url, streamer.widgetCode);
  await until(() => expect(overlay.heard('speech')).toEqual([{ source: 'browser' }]));
  const long = 'many words that are not the same as each other, so that all of this is read to its end';
  const donate = async (amount: number, message: string) => {
    const body = { linkCode: streamer.donationLink, donatorName: 'Ana', message };
    const { id } = await call(url, 'createDonation', { body });
    await call(url, 'sandboxPay', { body: { donationId: id, amount } });
    await until(() => expect(overlay.heard('show_donation').map((shown) => shown.id)).toContain(id));
  };
  await donate(0.01, 'too little');
  await donate(5, 'not on the card');
  await call(url, 'skipAlert', { token });
  await donate(0.05, 'short');
  expect(overlay.heard('show_donation').at(-1)?.shownMs).toBe(7000);
  await donate(0.05, `a spoiler at www.a.com ${'yes '.repeat(40)}and ${long}`);
  await until(() => expect(overlay.heard('speak')).toHaveLength(2));
  const said = overlay.heard('speak')[1];
  const card = overlay.heard('show_donation').at(-1);
  expect(said).toEqual({
    alertId: card?.alertId,
    text: `Ana. a at enlace yes yes and ${long}`,
    language: 'es',
    volume: 80,
    url: null,
  });
  expect(card?.shownMs).toBe(1600 + 600 + (said?.text.length ?? 0) * 65);
});

test('the server’s program gets text and language, and the overlay a sound that can be heard', async () => {
  const streamer = await registerStreamer(url);
  await use(streamer, {});
  const overlay = await openOverlay(url, streamer.widgetCode);
  await fixture.donate(streamer, { donatorName: 'Ana; rm -rf /', message: "it's $(id) `id` 🔥 & more" });
  await until(() => expect(overlay.heard('speak')).toHaveLength(1));
  const [said] = overlay.heard('speak');
  const [card] = overlay.heard('show_donation');
  expect(said).toMatchObject({ alertId: card?.alertId, text: '', volume: 80 });
  expect(await told()).toContain("es|Ana; rm -rf /. it's $(id) id & more\n");
  const reply = await fetch(url + String(said?.url));
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  expect(Buffer.from(await reply.arrayBuffer()).toString('latin1', 0, 4)).toBe('RIFF');
  expect((await db('select text from speeches')).length).toBe(0);
  fixture.server.passTime(3_700_000);
  await until(async () => expect((await fetch(url + String(said?.url))).status).toBe(404));
});

test('a card never waits for a program that fails or hangs, and a pause forgets what was to be read', async () => {
  const streamer = await registerStreamer(url);
  const { token } = streamer;
  await fixture.change(streamer, { stacksCards: true });
  await use(streamer, {});
  const overlay = await openOverlay(url, streamer.widgetCode);
  await fixture.donate(streamer, { donatorName: 'Ana', message: 'please fail' });
  await until(() => expect(cardsOf(overlay)).toHaveLength(1));
  await until(async () => expect((await told()).split('please fail')).toHaveLength(3));
  await until(async () => expect(await db('select 1 from speeches')).toEqual([]));
  await fixture.donate(streamer, { donatorName: 'Ana', message: 'please hang' });
  await until(() => expect(cardsOf(overlay)).toHaveLength(2));
  await until(async () => expect(await told()).toContain('please hang'));
  await call(url, 'pauseAlerts', { token });
  await until(() => expect(overlay.heard('speech')).toEqual([{ source: 'server' }, { source: 'server' }]));
  expect(await db('select 1 from speeches')).toEqual([]);
  expect(overlay.heard('speak')).toEqual([]);
});

const letItBeLongAgo = () => db(`update events set at = at - interval '21 seconds' where name = 'speech'`);

test('an overlay that comes back goes on reading, unless reading was stopped while it was away', async () => {
  const streamer = await registerStreamer(url);
  const { token } = streamer;
  await use(streamer, { source: 'browser' });
  const heardAtOpening = async () => {
    const overlay = await openOverlay(url, streamer.widgetCode);
    await until(() => expect(overlay.heard('speech')).toHaveLength(1));
    return overlay.heard('speech');
  };
  expect(await heardAtOpening()).toEqual([{ source: 'browser' }]);
  await letItBeLongAgo();
  expect(await heardAtOpening()).toEqual([{ source: 'browser', goesOn: true }]);
  await call(url, 'pauseAlerts', { token });
  expect(await heardAtOpening()).toEqual([{ source: 'browser' }]);
  await letItBeLongAgo();
  await use(streamer, { source: 'off' });
  expect(await heardAtOpening()).toEqual([{ source: 'off' }]);
});

async function db(text: string): Promise<unknown[]> {
  return (await fixture.db.query(text)).rows;
}
