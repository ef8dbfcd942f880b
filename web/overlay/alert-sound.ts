/** As much of an audio element as the overlay needs. */
export interface Clip extends Pick<HTMLAudioElement, 'play' | 'pause' | 'currentTime' | 'preload'> {
  addEventListener(type: 'error', listener: (event: Event) => void): void;
}

interface SoundOptions {
  /** True until the person asks for sound: the preview starts silent. */
  isMuted: boolean;
  /** Makes the player of an address; `new Audio(url)` in the browser. */
  openClip: (url: string) => Clip;
  /** After so much wall clock a clip is stopped, whatever its headers say. */
  limitMs?: number;
}

const defaultSoundUrl = '/default-sound.mp3';

/**
 * Plays the sound of an alert (spec §4, sound rule).
 *
 * The donor's clip; on any error, or without one, the default sound from its start. What still plays is stopped first.
 * Errors are only logged: the card is shown all the same, also where the browser forbids to play.
 */
export function openAlertSound({ isMuted, openClip, limitMs = 15_000 }: SoundOptions) {
  let isSilent = isMuted;
  let custom: Clip | null = null;
  let limit: ReturnType<typeof setTimeout> | undefined;
  const defaultSound = openClip(defaultSoundUrl);
  defaultSound.preload = 'auto';

  function stopCustom(): void {
    clearTimeout(limit);
    custom?.pause();
    custom = null;
  }

  function playDefault(): void {
    stopCustom();
    defaultSound.currentTime = 0;
    defaultSound.play().catch((error: unknown) => console.warn('The default sound did not play.', error));
  }

  function playCustom(url: string): void {
    stopCustom();
    defaultSound.pause();
    const clip = openClip(url);
    custom = clip;
    limit = setTimeout(stopCustom, limitMs);
    const fallBack = (error: unknown) => {
      // A clip that has been replaced reports its end as an error too; only the current one may fall back, and once.
      if (clip !== custom) return;
      console.warn('The clip did not play, the default sound is played instead.', error);
      playDefault();
    };
    clip.addEventListener('error', fallBack);
    clip.play().catch(fallBack);
  }

  return {
    /** Plays a clip, or the default sound when there is none. */
    play(clipUrl: string | null): void {
      if (isSilent) return;
      if (clipUrl === null) playDefault();
      else playCustom(clipUrl);
    },
    /** Ends the silence of a preview and lets the person hear that it worked; to be called from a click. */
    unmute(): void {
      isSilent = false;
      playDefault();
    },
  };
}
