import { runFfmpeg } from './run-ffmpeg.ts';
import type { Ffmpeg } from './run-ffmpeg.ts';

/** How loud a clip is (EBU R 128). */
export interface Loudness {
  /** Of the whole clip, in LUFS; null for silence. */
  integrated: number | null;
  /** The highest peak between the samples, in dBTP; −Infinity for silence. */
  truePeak: number;
}

/** Lets sound through as it is and logs how loud it was, for `readLoudness`. */
export const loudnessFilter = 'ebur128=peak=true:framelog=verbose';

const samplesPerSecond = 48_000;
/** The measure takes blocks of 0.4 s: a shorter clip has none, and a little longer one is measured badly. */
const shortestSeconds = 3;
const silence = -69;

/** Whether the filter by itself says how loud a clip is; a shorter one needs `measureLoudness`. */
export function isLongEnough(seconds: number): boolean {
  return seconds >= shortestSeconds;
}

/** Measures a file of ours in this folder. A short clip is measured as if it were played again and again. */
export async function measureLoudness(
  ffmpeg: Ffmpeg,
  sound: { file: string; seconds: number; folder: string; signal?: AbortSignal | undefined },
): Promise<Loudness> {
  const { file, seconds, folder, signal } = sound;
  const times = Math.ceil(shortestSeconds / seconds) - 1;
  const size = Math.ceil(seconds * samplesPerSecond);
  const again = `aresample=${samplesPerSecond},atrim=end_sample=${size},aloop=loop=${times}:size=${size},`;
  const filter = `${times > 0 ? again : ''}${loudnessFilter}`;
  const options = ['-protocol_whitelist', 'file', '-i', file, '-af', filter, '-f', 'null', '-'];
  return readLoudness(await runFfmpeg(ffmpeg, { options, folder, signal }));
}

/** What the filter logged at its end. */
export function readLoudness(log: string): Loudness {
  const summary = log.slice(log.lastIndexOf('Summary:'));
  const integrated = readFigure(summary, /I:\s+(\S+) LUFS/);
  const truePeak = readFigure(summary, /Peak:\s+(\S+) dBFS/);
  return { integrated: integrated > silence ? integrated : null, truePeak };
}

/** A figure of the summary; `-inf` and `nan` stand for silence. */
function readFigure(summary: string, pattern: RegExp): number {
  const figure = Number(pattern.exec(summary)?.[1]);
  return Number.isFinite(figure) ? figure : -Infinity;
}
