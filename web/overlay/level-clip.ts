import { levelSamples } from './level-samples.ts';
import { sampleRate } from './loudness.ts';
import { wavOf } from './wav.ts';

/** Where a clip is played from. */
export interface PlayableClip {
  url: string;
  /** Gives back what was made for it. */
  release: () => void;
}

/** Less than half of the time that a card stands: a sound that came later would seem to belong to the next one. */
const patienceMs = 3000;

/**
 * Makes a clip as loud as every other one.
 *
 * The server has done so already where it has ffmpeg: then the clip itself is played. Otherwise it is decoded, brought
 * to −16 LUFS and played from memory. It is decoded offline, so that no audio device is opened for it.
 *
 * Rejects when it cannot be fetched, decoded and measured within 3 s, which the card does not wait for. A clip of
 * unknown loudness is never played: a streamer on air would rather have the default sound than a scream at full gain,
 * and a donor could bring that about with a file that takes long.
 */
export async function levelClip(url: string): Promise<PlayableClip> {
  const levelled = await Promise.race([
    levelledCopy(url),
    new Promise<never>((_, reject) => setTimeout(reject, patienceMs, new Error('It took too long.'))),
  ]);
  if (levelled === null) return { url, release() {} };
  const copyUrl = URL.createObjectURL(levelled);
  return { url: copyUrl, release: () => URL.revokeObjectURL(copyUrl) };
}

/** Null when the clip is as it should be. */
async function levelledCopy(url: string): Promise<Blob | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
  if (!response.ok) throw new Error(`The clip could not be fetched: ${response.status}.`);
  const decoder = new OfflineAudioContext(1, 1, sampleRate);
  const decoded = await decoder.decodeAudioData(await response.arrayBuffer());
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, i) => decoded.getChannelData(i));
  return levelSamples(channels) ? wavOf(channels, sampleRate) : null;
}
