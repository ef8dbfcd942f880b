import { expect, type Page } from '@playwright/test';
import { loudnessOf } from '#web/overlay/loudness.ts';
import { browserSource, test, tone } from './overlay-page.ts';
import { probeSound } from './overlay-sound-probe.ts';
import type { StandIn } from '#web/overlay/test/stand-in.ts';

const defaultSound = '/default-sound.mp3';

/** The overlay with a probe on its sound. */
async function open(openPage: () => Promise<Page>, standIn: StandIn, path = 'secret') {
  const page = await openPage();
  const sound = await probeSound(page);
  await page.goto(`${standIn.url}/widget/${path}`);
  await expect.poll(() => standIn.heard.connects.length).toBe(1);
  const playing = async () =>
    (await sound.started()).filter(({ isPlaying }) => isPlaying).map(({ source }) => source);
  return { page, sound, playing, started: async () => (await sound.started()).map(({ source }) => source) };
}

test.beforeEach(async ({ standIn }) => {
  // As loud as the server would leave it: played as it is.
  standIn.clips.set('normal.wav', await tone(4, -16));
});

test('an alert plays its clip, and the default sound when it has none', async ({ openPage, standIn }) => {
  const { playing, started } = await open(() => openPage(browserSource), standIn);
  standIn.show();
  await expect.poll(playing).toEqual([defaultSound]);
  standIn.showClip('normal.wav');
  await expect.poll(playing).toEqual(['/clips/normal.wav']);
  expect(await started()).toEqual([defaultSound, '/clips/normal.wav']);
});

test('a clip that is gone, and one that is no sound, give way to the default sound from its start', async ({
  openPage,
  standIn,
}) => {
  const { sound, started } = await open(() => openPage(browserSource, 404), standIn);
  standIn.clips.set('noise.mp3', new Uint8Array(5000).fill(7));
  for (const name of ['gone.mp3', 'noise.mp3']) {
    const before = (await started()).length;
    standIn.showClip(name);
    await expect.poll(async () => (await started()).slice(before)).toEqual([defaultSound]);
    const [last] = (await sound.started()).slice(-1);
    expect(last?.isPlaying).toBe(true);
    expect(last?.seconds).toBeLessThan(1);
  }
});

test('of two cards at once only the newer is heard', async ({ openPage, standIn }) => {
  const { page, playing, started } = await open(() => openPage(browserSource), standIn);
  standIn.clips.set('other.wav', await tone(4, -16, 660));
  standIn.showClip('normal.wav');
  await expect.poll(playing).toEqual(['/clips/normal.wav']);
  standIn.showClip('other.wav');
  await expect.poll(playing).toEqual(['/clips/other.wav']);
  standIn.show();
  await expect.poll(playing).toEqual([defaultSound]);
  await expect(page.getByRole('article')).toHaveCount(3);
  expect(await started()).toEqual(['/clips/normal.wav', '/clips/other.wav', defaultSound]);
});

test('a skipped alert leaves at once, its sound too, and is not acknowledged', async ({
  openPage,
  standIn,
}) => {
  const { page, playing } = await open(() => openPage(browserSource), standIn);
  const skipped = standIn.showClip('normal.wav');
  await expect.poll(playing).toEqual(['/clips/normal.wav']);
  standIn.emit('alert_skipped', { alertId: 'another' });
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(await playing()).toEqual(['/clips/normal.wav']);
  standIn.emit('alert_skipped', { alertId: skipped.alertId });
  await expect.poll(playing, { timeout: 1000 }).toEqual([]);
  await expect(page.getByRole('article')).toHaveCount(0, { timeout: 1000 });
  const next = standIn.show();
  await expect.poll(() => standIn.heard.acknowledged.length).toBe(1);
  expect(standIn.heard.acknowledged.map(({ alertId }) => alertId)).toEqual([next.alertId]);
});

test('volume and mute hold from the connection on, and change what is playing', async ({
  openPage,
  standIn,
}) => {
  standIn.sound = { volume: 40, isMuted: false };
  const { sound, playing } = await open(() => openPage(browserSource), standIn);
  const heard = async () => {
    const [last] = (await sound.started()).slice(-1);
    return last && { volume: last.volume, isMuted: last.isMuted };
  };
  standIn.showClip('normal.wav');
  await expect.poll(playing).toEqual(['/clips/normal.wav']);
  expect(await heard()).toEqual({ volume: 0.4, isMuted: false });
  standIn.emit('sound_changed', { volume: 75, isMuted: true });
  await expect.poll(heard).toEqual({ volume: 0.75, isMuted: true });
  expect(await playing()).toEqual(['/clips/normal.wav']);
  standIn.show();
  await expect.poll(playing).toEqual([defaultSound]);
  expect(await heard()).toEqual({ volume: 0.75, isMuted: true });
});

test('a clip is stopped after 15 seconds of wall clock, however long it goes on', async ({
  openOverlay,
  standIn,
}) => {
  standIn.clips.set('long.wav', await tone(20, -16));
  const page = await openOverlay({ speed: 4 });
  const ended = page.waitForEvent('console', (message) => message.text() === 'sound: pause');
  await page.evaluate(() => {
    const pause: () => void = Reflect.get(HTMLMediaElement.prototype, 'pause');
    HTMLMediaElement.prototype.pause = function (this: HTMLMediaElement) {
      if (!this.paused && this.currentTime > 0) console.info('sound: pause');
      pause.call(this);
    };
  });
  const startedAt = performance.now();
  standIn.showClip('long.wav', { mediaDuration: 15 });
  await ended;
  const tookMs = performance.now() - startedAt;
  expect(tookMs).toBeGreaterThan(3500);
  expect(tookMs).toBeLessThan(10_000);
});

test('clips of every loudness are heard at −16 LUFS', async ({ openPage, standIn }) => {
  const { sound, playing } = await open(() => openPage(browserSource), standIn);
  for (const [i, dbfs] of [-30, -1].entries()) {
    standIn.clips.set(`${dbfs}.wav`, await tone(2, dbfs));
    standIn.showClip(`${dbfs}.wav`);
    await expect.poll(async () => (await sound.started()).length).toBe(i + 1);
    expect(await playing()).toEqual(['levelled']);
    expect(Math.abs(loudnessOf(await sound.lastCopy()) + 16)).toBeLessThan(0.5);
  }
});

test('the preview is silent until it is clicked, then it says that it is heard', async ({
  openPage,
  standIn,
}) => {
  const { page, started, playing } = await open(() => openPage(browserSource), standIn, 'secret?preview=1');
  standIn.show();
  await expect(page.getByRole('article')).toBeVisible();
  expect(await started()).toEqual([]);
  const button = page.getByRole('button', { name: 'Click to enable sound' });
  await button.click();
  await expect(button).toHaveCount(0);
  expect(await playing()).toEqual([defaultSound]);
  standIn.showClip('normal.wav');
  await expect.poll(playing).toEqual(['/clips/normal.wav']);
});

test('the preview speaks the language of the dashboard around it', async ({ openPage, standIn }) => {
  const spanish = async (): Promise<Page> => {
    const page = await openPage(browserSource);
    await page.context().addCookies([{ name: 'language', value: 'es', url: standIn.url }]);
    return page;
  };
  const { page } = await open(spanish, standIn, 'secret?preview=1');
  await expect(page.getByRole('button', { name: 'Haz clic para activar el sonido' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});

test('the default sound is as loud as any clip, has no peak above −1 dB, and begins and ends in silence', async ({
  openOverlay,
}) => {
  const page = await openOverlay();
  const channels = await page.evaluate(async (url) => {
    const decoder = new OfflineAudioContext(1, 1, 48000);
    const decoded = await decoder.decodeAudioData(await (await fetch(url)).arrayBuffer());
    return [0, 1].map((channel) => [...decoded.getChannelData(channel)]);
  }, defaultSound);
  expect(Math.abs(loudnessOf(channels.map((channel) => Float32Array.from(channel))) + 16)).toBeLessThan(1);
  for (const channel of channels) {
    const loudest = (from: number, to?: number) => Math.max(...channel.slice(from, to).map(Math.abs));
    expect(channel.length / 48000).toBeLessThan(2);
    for (let at = 0; at < channel.length; at += 4800) expect(loudest(at, at + 4800)).toBeLessThan(0.89);
    expect(loudest(0, 240)).toBeLessThan(0.001);
    expect(loudest(channel.length - 480)).toBeLessThan(0.001);
  }
});
