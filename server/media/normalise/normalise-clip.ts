import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Problem } from '#contract/problem.ts';
import { findPrograms } from '#server/media/find-programs.ts';
import { isLongEnough, loudnessFilter, measureLoudness, readLoudness } from './measure-loudness.ts';
import { FfmpegFailed, runFfmpeg } from './run-ffmpeg.ts';
import type { Ffmpeg } from './run-ffmpeg.ts';

const formats = 'mp3,wav,ogg,mov,mp4,m4a,3gp,3g2,mj2,matroska,webm';
const longestSeconds = 15;
const bytesPerSecond = 48_000 * 2 * 4;
const headBytes = 4_096;
const targetLoudness = -16;
const highestPeak = -1.5;
/** More would make the hiss of an almost silent clip as loud as a voice. */
const mostGain = 40;
const mostTries = 3;
const closeEnough = 0.5;
/** LAME turns everything down by this much at our bit rate. */
const encoderLoss = 0.4;

/**
 * Looks for an ffmpeg that can write mp3; null where there is none, and then clips stay as they came.
 * Never throws.
 */
export async function findFfmpeg(): Promise<{ path: string; version: string } | null> {
  const name = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';
  for await (const path of findPrograms(name)) {
    const [about, encoders] = await Promise.all([ask(path, '-version'), ask(path, '-encoders')]);
    const version = /^ffmpeg version (\S+)/.exec(about)?.[1];
    if (version !== undefined && encoders.includes(' libmp3lame ')) return { path, version };
  }
  return null;
}

async function ask(path: string, question: string): Promise<string> {
  const answer = promisify(execFile)(path, ['-hide_banner', question], { timeout: 5_000 });
  return await answer.then(
    ({ stdout }) => stdout,
    () => '',
  );
}

interface Work {
  ffmpeg: Ffmpeg;
  folder: string;
  signal: AbortSignal | undefined;
}

/**
 * Makes a new mp3 of what can be heard in a clip: at most 15 s, at −16 LUFS ± 1 and at most −1.5 dBTP,
 * without a byte that the donor wrote. One below −56 LUFS gets 40 dB.
 *
 * mp3 and not Opus, since every browser plays it, also the phone on which a streamer hears the clip
 * before it is on stream. Works in a folder of its own inside `folder`, which is deleted at the end. Throws
 * `Problem('audio_damaged')` when ffmpeg cannot decode the clip or is killed for its time or memory,
 * `Problem('audio_silent')` when nothing in it can be heard, and the reason of the signal.
 */
export async function normaliseClip(
  ffmpeg: Ffmpeg,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  { folder: parent, signal }: { folder: string; signal?: AbortSignal },
): Promise<Uint8Array> {
  const folder = await mkdtemp(join(parent, 'normalise-'));
  const work = { ffmpeg, folder, signal };
  try {
    await writeFile(join(folder, 'in'), bytes, { mode: 0o600 });
    await encodeAtTarget(work, await decode(work));
    return await readFile(join(folder, 'out.mp3'));
  } catch (error) {
    if (error instanceof FfmpegFailed) throw new Problem('audio_damaged');
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Decoded {
  seconds: number;
  /** As `Loudness` has both, of a clip that is not silent. */
  integrated: number;
  truePeak: number;
}

/** The only run that meets the donor's bytes. Writes plain samples and measures them on the way. */
async function decode(work: Work): Promise<Decoded> {
  const input = ['-protocol_whitelist', 'file', '-format_whitelist', formats, '-i', 'in'];
  const sound = ['-map', '0:a:0', '-map_metadata', '-1', '-t', String(longestSeconds)];
  const filter = `aresample=48000,aformat=channel_layouts=stereo,${loudnessFilter}`;
  const output = ['-af', filter, '-c:a', 'pcm_f32le', '-f', 'wav', 'sound.wav'];
  const log = await runFfmpeg(work.ffmpeg, { ...work, options: [...input, ...sound, ...output] });
  const { size } = await stat(join(work.folder, 'sound.wav'));
  if (size <= headBytes) throw new FfmpegFailed('There is no sound in this clip.');
  const seconds = size / bytesPerSecond;
  const isMeasured = isLongEnough(seconds);
  const short = { ...work, file: 'sound.wav', seconds };
  const { integrated, truePeak } = isMeasured ? readLoudness(log) : await measureLoudness(work.ffmpeg, short);
  if (integrated === null) throw new Problem('audio_silent');
  return { integrated, truePeak, seconds };
}

/** A limiter takes some loudness away, and mp3 moves peaks: so the result is measured, and made again. */
async function encodeAtTarget(work: Work, { seconds, integrated, truePeak }: Decoded): Promise<void> {
  let gain = Math.min(mostGain, targetLoudness + encoderLoss - integrated);
  let ceiling = highestPeak - 0.5;
  for (let tries = 1; ; tries += 1) {
    await encode(work, gain, truePeak + gain > ceiling ? ceiling : null);
    const result = await measureLoudness(work.ffmpeg, { ...work, file: 'out.mp3', seconds });
    const missing = result.integrated === null ? 0 : targetLoudness - result.integrated;
    const isLoudEnough = Math.abs(missing) <= closeEnough || (missing > 0 && gain >= mostGain);
    const isBelowPeak = result.truePeak <= highestPeak;
    if ((isLoudEnough && isBelowPeak) || tries === mostTries) return;
    gain = Math.min(mostGain, gain + missing);
    if (!isBelowPeak) ceiling -= result.truePeak - highestPeak + 0.1;
  }
}

/** Peaks between the samples are caught at four times the rate; a null `ceiling` says that none are too high. */
async function encode(work: Work, gain: number, ceiling: number | null): Promise<void> {
  const volume = `volume=${gain.toFixed(2)}dB`;
  const filter =
    ceiling === null ? volume : `${volume},aresample=192000,${limiterAt(ceiling)},aresample=48000`;
  const input = ['-y', '-protocol_whitelist', 'file', '-i', 'sound.wav', '-af', filter];
  const output = ['-c:a', 'libmp3lame', '-b:a', '128k', '-id3v2_version', '0', '-map_metadata', '-1'];
  const options = [...input, ...output, '-fflags', '+bitexact', 'out.mp3'];
  await runFfmpeg(work.ffmpeg, { ...work, options });
}

function limiterAt(ceiling: number): string {
  const limit = 10 ** (ceiling / 20);
  return `alimiter=limit=${limit.toFixed(4)}:attack=2:release=60:level=false`;
}
