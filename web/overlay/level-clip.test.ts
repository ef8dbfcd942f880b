import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { levelClip } from './level-clip.ts';
import { sampleRate } from './loudness.ts';

const url = '/clips/clip.wav';

/** A second of a tone, as a decoder would hand it over. */
function tone(amplitude: number) {
  const samples = Float32Array.from({ length: sampleRate }, (_, i) => amplitude * Math.sin(i / 8));
  return { numberOfChannels: 1, getChannelData: () => samples };
}

/** Stands for the browser's decoder, which this process does not have. */
function decodeAs(decode: () => Promise<unknown>): void {
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = decode;
    },
  );
}

function answerWith(answer: () => Promise<Response>): void {
  vi.stubGlobal('fetch', answer);
}

describe('a clip about to be played', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    answerWith(async () => new Response('sound'));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('is the clip itself only when it was measured to be as loud as it should be', async () => {
    decodeAs(async () => tone(0.22));
    expect((await levelClip(url)).url).toBe(url);
  });

  test('is a copy made from memory when it is too loud', async () => {
    decodeAs(async () => tone(1));
    const clip = await levelClip(url);
    expect(clip.url).toMatch(/^blob:/);
    clip.release();
  });

  test.each([
    ['arrives', () => answerWith(() => new Promise(() => {}))],
    ['is decoded', () => decodeAs(() => new Promise(() => {}))],
  ])('is given up when it takes longer than three seconds until it %s', async (_, make) => {
    decodeAs(async () => tone(1));
    make();
    const refused = levelClip(url).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await refused).toMatchObject({ message: 'It took too long.' });
  });

  test.each([
    ['is not there', () => answerWith(async () => new Response('', { status: 404 }))],
    ['cannot be decoded', () => decodeAs(() => Promise.reject(new Error('EncodingError')))],
  ])('is given up when it %s', async (_, make) => {
    decodeAs(async () => tone(1));
    make();
    await expect(levelClip(url)).rejects.toThrow(/could not be fetched|EncodingError/);
  });
});
