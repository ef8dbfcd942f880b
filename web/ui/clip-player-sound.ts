/** As much of an audio element as a player needs. */
export interface Sound extends Pick<
  HTMLAudioElement,
  'play' | 'pause' | 'paused' | 'ended' | 'currentTime' | 'duration'
> {
  addEventListener(type: 'play' | 'pause', listener: () => void): void;
}

interface SoundListeners {
  onPlaying: (playing: boolean) => void;
  /** It could not be played; told once for each press. */
  onFailure: (error: unknown) => void;
}

interface PressedSound {
  /** Plays from the start, or pauses. */
  toggle(): void;
  stop(): void;
  /** Seconds heard so far; 0 again at the end. */
  position(): number;
  /** What the file says of itself, in seconds; not finite for a recording straight from a browser. */
  duration(): number;
}

let heard: Sound | null = null;

/**
 * A sound behind a play button. Only one such sound is heard on a page: starting one pauses the other.
 * `open` is called at the first press, so a list of clips loads nothing.
 */
export function openPressedSound(open: () => Sound, listeners: SoundListeners): PressedSound {
  let sound: Sound | null = null;

  function opened(): Sound {
    if (sound !== null) return sound;
    sound = open();
    sound.addEventListener('play', () => listeners.onPlaying(true));
    sound.addEventListener('pause', () => listeners.onPlaying(false));
    return sound;
  }

  function fail(failed: Sound, error: unknown): void {
    // Pausing before the sound has begun rejects its play() as well; that is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    if (failed !== sound) return;
    // An element that has failed stays failed: the next press opens a new one.
    sound = null;
    listeners.onPlaying(false);
    listeners.onFailure(error);
  }

  function toggle(): void {
    const current = opened();
    if (!current.paused) {
      current.pause();
      return;
    }
    if (heard !== current) heard?.pause();
    heard = current;
    current.play().catch((error: unknown) => fail(current, error));
  }

  return {
    toggle,
    stop: () => sound?.pause(),
    position: () => (sound === null || sound.ended ? 0 : sound.currentTime),
    duration: () => sound?.duration ?? Number.NaN,
  };
}
