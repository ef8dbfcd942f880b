import { waveformPeaks } from './waveform-peaks.ts';

/** A wave form that could be read, or why not: the clip is gone, or nothing here can decode it. */
export type Waveform = { peaks: number[]; seconds: number } | 'gone' | 'unreadable';

/** Enough for bars, and a clip of 15 s stays under half a megabyte while it is measured. */
const sampleRate = 8000;
/** Below this nobody hears anything (−70 dB of the loudest that there can be): what an encoder leaves of silence. */
const inaudible = 0.0003;
/** A list full of clips must not take the whole line, so only so many are read at once. */
const readAtOnce = 2;

const known = new Map<string, Promise<Waveform>>();

/**
 * Reads the wave form of a clip, once for each address; what failed on the way is read anew when asked again.
 * Throws when the server cannot be reached.
 */
export function readWaveform(url: string): Promise<Waveform> {
  const earlier = known.get(url);
  if (earlier !== undefined) return earlier;
  const reading = inTurn(() => fetchWaveform(url));
  known.set(url, reading);
  reading.catch(() => known.delete(url));
  return reading;
}

async function fetchWaveform(url: string): Promise<Waveform> {
  const response = await fetch(url);
  if (response.status === 404 || response.status === 410) return 'gone';
  if (!response.ok) throw new Error(`The clip was answered with ${response.status}.`);
  return await decodeWaveform(await response.arrayBuffer());
}

/** Decodes a whole file without making a sound and without needing a press; takes the buffer over. */
export async function decodeWaveform(bytes: ArrayBuffer): Promise<Waveform> {
  try {
    const decoder = new OfflineAudioContext(1, 1, sampleRate);
    const decoded = await decoder.decodeAudioData(bytes);
    const samples = decoded.getChannelData(0);
    if (samples.every((sample) => Math.abs(sample) < inaudible)) samples.fill(0);
    return { peaks: waveformPeaks(samples), seconds: decoded.duration };
  } catch (error) {
    console.info('The wave form of a clip could not be drawn.', error);
    return 'unreadable';
  }
}

let reading = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(read: () => Promise<T>): Promise<T> {
  if (reading >= readAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else reading++;
  try {
    return await read();
  } finally {
    // A reader that waits takes over this one's place, so the count stays.
    const next = waiting.shift();
    if (next === undefined) reading--;
    else next();
  }
}
