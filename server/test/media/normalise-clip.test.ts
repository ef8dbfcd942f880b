import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createClipMeter } from '#server/media/measure/measure-clip.ts';
import { findFfmpeg, normaliseClip } from '#server/media/normalise/normalise-clip.ts';
import { listCorpus } from './corpus.ts';

const ffmpeg = await findFfmpeg();
const path = ffmpeg?.path ?? '';
const meter = createClipMeter();
const folder = mkdtempSync(join(tmpdir(), 'brava-test-'));
afterAll(async () => {
  await meter.stop();
  rmSync(folder, { recursive: true, force: true });
});

const find = (name: string): Buffer => {
  const file = listCorpus().find((one) => one.path.endsWith(`/${name}`));
  if (file === undefined) throw new Error(`There is no ${name} in the corpus.`);
  return file.bytes;
};

const workFolder = mkdtempSync(join(tmpdir(), 'brava-test-work-'));
afterAll(() => rmSync(workFolder, { recursive: true, force: true }));

const sources = {
  noise: 'anoisesrc=c=pink:seed=3:r=48000',
  silence: 'anullsrc=r=48000',
  bangs: 'aevalsrc=sin(2500*t)*(0.004+0.99*lt(mod(t\\,1)\\,0.02)):s=48000',
};

/** How a clip of each kind that donors send is written. */
const kinds = {
  mp3: '-c:a libmp3lame',
  wav: '-c:a pcm_s16le',
  ogg: '-c:a libvorbis',
  m4a: '-c:a aac',
  webm: '-c:a libopus',
};

/** A clip of this sound, this long and this much quieter than usual. */
function makeClip({
  seconds = 2,
  quieterBy = 0,
  of = 'noise' as keyof typeof sources,
  kind = 'wav' as keyof typeof kinds,
}): Buffer {
  const file = join(folder, `made.${kind}`);
  const sound = `-f lavfi -i ${sources[of]} -af volume=-${quieterBy}dB -t ${seconds} -ac 1`;
  execFileSync(path, `-v error -y ${sound} ${kinds[kind]} ${file}`.split(' '));
  return readFileSync(file);
}

/** What ffmpeg's own meter says of a file. */
function listen(bytes: Uint8Array): { loudness: number; peak: number } {
  const file = join(folder, 'heard.mp3');
  writeFileSync(file, bytes);
  const options = ['-nostats', '-i', file, '-af', 'ebur128=peak=true:framelog=verbose', '-f', 'null', '-'];
  const { stderr } = spawnSync(path, options, { encoding: 'utf8' });
  const summary = stderr.slice(stderr.lastIndexOf('Summary'));
  return {
    loudness: Number(/I:\s+(\S+)/.exec(summary)?.[1]),
    peak: Number(/Peak:\s+(\S+)/.exec(summary)?.[1]?.replace('-inf', '-Infinity')),
  };
}

describe.skipIf(ffmpeg === null)('a clip that is made anew', () => {
  test.each([
    { seconds: 0.5, quieterBy: 30 },
    { seconds: 10, quieterBy: 20 },
  ])('of $seconds s, quieter by $quieterBy dB, comes to -16 LUFS', async (clip) => {
    if (ffmpeg === null) throw new Error('There is no ffmpeg.');
    const made = await normaliseClip(ffmpeg, makeClip(clip), { folder: workFolder });
    const { loudness, peak } = listen(made);
    expect(Math.abs(loudness + 16)).toBeLessThanOrEqual(1);
    expect(peak).toBeLessThanOrEqual(-1.5);
    const facts = await meter.measure(made);
    expect(Math.abs(facts.durationMs - clip.seconds * 1000)).toBeLessThan(60);
    expect(facts.mimeType).toBe('audio/mpeg');
  });

  test('of a whisper with bangs has no peak above -1.5 dBTP, and is almost as loud as any other', async () => {
    if (ffmpeg === null) throw new Error('There is no ffmpeg.');
    const clip = makeClip({ seconds: 10, of: 'bangs' });
    const { loudness, peak } = listen(await normaliseClip(ffmpeg, clip, { folder: workFolder }));
    expect(peak).toBeLessThanOrEqual(-1.5);
    expect(Math.abs(loudness + 16)).toBeLessThanOrEqual(1);
  });

  test.each(
    (['mp3', 'wav', 'ogg', 'm4a', 'webm'] as const).flatMap((kind) => [
      { kind, seconds: 1 },
      { kind, seconds: 5 },
    ]),
  )('is refused when nothing can be heard in $seconds s of $kind', async (clip) => {
    if (ffmpeg === null) throw new Error('There is no ffmpeg.');
    const silent = makeClip({ ...clip, of: 'silence' });
    expect(await meter.measure(new Uint8Array(silent))).toMatchObject({ extension: clip.kind });
    await expect(normaliseClip(ffmpeg, silent, { folder: workFolder })).rejects.toMatchObject({
      code: 'audio_silent',
    });
    expect(readdirSync(workFolder)).toEqual([]);
  });

  test.each([1, 5])('of %d s that can barely be heard is 40 dB louder', async (seconds) => {
    if (ffmpeg === null) throw new Error('There is no ffmpeg.');
    const clip = makeClip({ seconds, quieterBy: 52 });
    const before = listen(clip).loudness;
    expect(before).toBeLessThan(-66);
    const { loudness } = listen(await normaliseClip(ffmpeg, clip, { folder: workFolder }));
    expect(Math.abs(loudness - before - 40)).toBeLessThanOrEqual(1);
  });

  test.each(['mp3-with-cover.mp3', 'webm-recorded.webm'])(
    'of %s is as long as before and holds no tag',
    async (name) => {
      if (ffmpeg === null) throw new Error('There is no ffmpeg.');
      const before = await meter.measure(new Uint8Array(find(name)));
      const made = Buffer.from(await normaliseClip(ffmpeg, find(name), { folder: workFolder }));
      expect(made.includes('ID3')).toBe(false);
      const after = await meter.measure(new Uint8Array(made));
      expect(Math.abs(after.durationMs - before.durationMs)).toBeLessThan(200);
    },
  );

  test('of a clip of 24 seconds is cut', async () => {
    if (ffmpeg === null) throw new Error('There is no ffmpeg.');
    const made = await normaliseClip(ffmpeg, find('ogg-opus-of-24-seconds.ogg'), { folder: workFolder });
    const { durationMs } = await meter.measure(made);
    expect(durationMs).toBeGreaterThan(14_900);
    expect(durationMs).toBeLessThanOrEqual(15_100);
  });

  test('is refused when nothing can be decoded, or when it names other files', async () => {
    if (ffmpeg === null) throw new Error('There is no ffmpeg.');
    const list = Buffer.from("ffconcat version 1.0\nfile '/etc/hostname'\n");
    for (const bytes of [find('noise.mp3'), list, Buffer.from('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1/x\n')])
      await expect(normaliseClip(ffmpeg, bytes, { folder: workFolder })).rejects.toMatchObject({
        code: 'audio_damaged',
      });
  });

  test('ends with the signal and leaves nothing on the disk', async () => {
    if (ffmpeg === null) throw new Error('There is no ffmpeg.');
    const ending = new AbortController();
    const made = normaliseClip(ffmpeg, makeClip({ seconds: 10 }), {
      folder: workFolder,
      signal: ending.signal,
    });
    ending.abort(new Error('The donor went away.'));
    await expect(made).rejects.toThrow('The donor went away.');
    expect(readdirSync(workFolder)).toEqual([]);
  });

  test('is worked on in the folder that is given, which is empty afterwards', async () => {
    if (ffmpeg === null) throw new Error('There is no ffmpeg.');
    const seen: string[] = [];
    async function* pieces() {
      seen.push(...readdirSync(workFolder));
      yield makeClip({ seconds: 1 });
    }
    await normaliseClip(ffmpeg, pieces(), { folder: workFolder });
    expect(seen).toHaveLength(1);
    expect(readdirSync(workFolder)).toEqual([]);
  });

  test('takes three runs of ffmpeg when nothing has to be limited', async () => {
    if (ffmpeg === null) throw new Error('There is no ffmpeg.');
    const runs = join(folder, 'runs');
    const counting = join(folder, 'counting-ffmpeg');
    writeFileSync(counting, `#!/bin/sh\necho >>'${runs}'\nexec '${path}' "$@"\n`, { mode: 0o700 });
    const clip = makeClip({ seconds: 10, quieterBy: 5 });
    await normaliseClip({ ...ffmpeg, path: counting }, clip, { folder: workFolder });
    expect(readFileSync(runs, 'utf8')).toBe('\n\n\n');
  });
});
