import { afterAll, describe, expect, test } from 'vitest';
import { createClipMeter } from '#server/media/measure/measure-clip.ts';
import { listCorpus, playedSeconds } from './corpus.ts';

const corpus = listCorpus();
const longestSeconds = 15.12;
const tolerance = 0.2;
const meter = createClipMeter();
const types = { mp3: 'audio/mpeg', wav: 'audio/wav', ogg: 'audio/ogg', m4a: 'audio/mp4', webm: 'audio/webm' };
afterAll(() => meter.stop());

/** The meter takes the bytes away, and other tests need them. */
const measure = (bytes: Buffer) => meter.measure(new Uint8Array(bytes));

describe('a clip that plays', () => {
  test.each(corpus.filter(({ folder }) => folder === 'plays'))(
    '$path is as long as Chromium plays it',
    async ({ path, bytes, played }) => {
      const facts = await measure(bytes);
      const seconds = playedSeconds(played) ?? 0;
      expect(Math.abs(facts.durationMs / 1000 - seconds), `${seconds} s`).toBeLessThanOrEqual(tolerance);
      expect(path).toMatch(new RegExp(`\\.${facts.extension}$`));
      expect(facts.mimeType).toBe(types[facts.extension]);
    },
  );
});

describe('a clip that is refused', () => {
  test.each(corpus.filter(({ folder }) => folder !== 'plays'))('$path', async ({ folder, bytes }) => {
    await expect(measure(bytes)).rejects.toMatchObject({ code: `audio_${folder}` });
  });
});

test.each([
  ['plays/mp3-of-15-seconds.mp3', 15_000],
  ['plays/mp3-quarter-rate-8-khz.mp3', 6_000],
  ['plays/wav-16-bit.wav', 2_000],
  ['plays/ogg-flac.ogg', 1_500],
])('what an encoder added to %s does not count', async (name, durationMs) => {
  const file = corpus.find(({ path }) => path === name);
  await expect(measure(file?.bytes ?? Buffer.alloc(0))).resolves.toMatchObject({ durationMs });
});

describe('the corpus', () => {
  test('calls too long only what Chromium plays for too long', () => {
    const files = corpus.filter(({ folder }) => folder === 'too_long');
    for (const { path, played } of files) expect(playedSeconds(played), path).toBeGreaterThan(longestSeconds);
  });

  test('calls unplayable only what Chromium does not play', () => {
    const files = corpus.filter(({ folder }) => folder === 'unplayable');
    for (const { path, played } of files) expect(playedSeconds(played), path).toBeNull();
  });

  test('has more than 60 files over all types, honest and lying, and less than 3 MB', () => {
    const honest = corpus.filter(({ folder }) => folder === 'plays');
    for (const extension of Object.keys(types))
      expect(honest.filter(({ path }) => path.endsWith(extension)).length, extension).toBeGreaterThan(5);
    expect(corpus.length).toBeGreaterThan(150);
    expect(corpus.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThan(3 * 1024 * 1024);
  });
});

test('the name and the size of a file count for nothing: more than 5 MB is refused as such', async () => {
  await expect(meter.measure(new Uint8Array(5 * 1024 * 1024 + 1))).rejects.toMatchObject({
    code: 'audio_too_large',
    message: 'File size must be less than 5MB',
  });
});
