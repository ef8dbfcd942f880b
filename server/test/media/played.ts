/** How long Chromium played a file, in seconds. */
export interface Played {
  /** Where an `<audio>` element was when it ended; null when it could not play the file to its end. */
  ended: number | null;
  /** From the first sound to the end or the failure by the clock on the wall; null without a sound. */
  clock: number | null;
  /** The length of what `decodeAudioData` made of the file; null when it could not. */
  decoded: number | null;
}
