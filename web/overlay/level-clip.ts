import { levelSamples } from './level-samples.ts';
import { sampleRate } from './loudness.ts';
import { wavOf } from './wav.ts';

/** Where a clip is played from. */
export interface PlayableClip {
  url: string;
  /** Gives back what was made for it. */
  release: () => void;
}

/** A card is never kept waiting for its sound longer than this; the clip then plays as it is. */
const patienceMs = 1500;

/**
 * Makes a clip as loud as every other one.
 *
 * The server has done so already where it has ffmpeg: then the clip itself is played. Otherwise it is decoded, brought
 * to −16 LUFS and played from memory. It is decoded offline, so that no audio device is opened for it. What cannot be
 * fetched, decoded or measured in time is played as it is: whatever is wrong with it, its player will say.
 */
export async function levelClip(url: string): Promise<PlayableClip> {
  const levelled = await Promise.race([
    levelledCopy(url).catch((error: unknown) => console.warn('The clip is played as loud as it is.', error)),
    new Promise<void>((resolve) => setTimeout(resolve, patienceMs)),
  ]);
  if (!levelled) return { url, release() {} };
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
