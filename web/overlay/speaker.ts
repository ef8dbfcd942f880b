import type { AlertSound } from '#contract/alerts.ts';
import type { SpeechUse, SpokenAlert } from '#contract/speech.ts';
import type { PlayableClip } from './level-clip.ts';

/** What the speaker looks at: it never asks anybody to wait for it. */
export interface Stage {
  /** When this alert's card leaves, on the clock of `performance.now()`; null when it does not stand. */
  leavesAtMs(alertId: string): number | null;
  /** The alert whose sound was asked for last, whether that is over, and how loud the streamer wants it. */
  sounding(): { alertId: string | undefined; isOver: boolean; level: AlertSound };
  levelClip(url: string): Promise<PlayableClip>;
  tellVoices(count: number): void;
}

/** What is being said: `begin` once, `loudness` from 0 to 1 as often as it changes, `end` at any time. */
interface Saying {
  begin(onOver: () => void): void;
  setLoudness(loudness: number): void;
  end(): void;
}

const lookEveryMs = 50;
/** With less time than this on the card nothing is begun. */
const shortestMs = 800;
const fadeMs = 300;
/** Voices are not there at once: browsers ask the system for them. */
const voicesAfterMs = 2000;

/**
 * Reads alerts aloud: after the alert's own sound and never over it, for as long as the card stands, fading out where it
 * is cut. It stops where the card is taken away, a newer alert sounds, the streamer mutes, and where the server says who
 * reads from now on and not that it goes on. What comes again after a reconnection is not read twice on one card.
 *
 * It looks at the stage twenty times a second while it has something to say, so that nobody has to tell it anything.
 */
export function openSpeaker(stage: Stage) {
  let stop: (() => void) | undefined;
  /** The standing that was read last, or was on when the streamer stopped reading. */
  let done: string | undefined;

  /** An alert on its card: where that is hidden and comes again, it is another standing. */
  const standing = (alertId = ''): string => alertId + stage.leavesAtMs(alertId);

  async function speak(spoken: SpokenAlert): Promise<void> {
    const { alertId } = spoken;
    if (alertId !== stage.sounding().alertId || done === standing(alertId)) return;
    done = standing(alertId);
    stop?.();
    let isOver = false;
    let saying: Saying | null = null;
    let hasBegun = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      clearInterval(timer);
      saying?.end();
    };
    const look = (): void => {
      const { alertId: heard, isOver: isQuiet, level } = stage.sounding();
      const leftMs = (stage.leavesAtMs(alertId) ?? 0) - performance.now();
      if (heard !== alertId || level.isMuted || leftMs <= 0) return end();
      if (!hasBegun && leftMs < shortestMs) return end();
      if (saying === null) return;
      saying.setLoudness((level.volume / 100) * (spoken.volume / 100) * Math.min(1, leftMs / fadeMs));
      if (hasBegun || !isQuiet) return;
      hasBegun = true;
      saying.begin(end);
    };
    const timer = setInterval(look, lookEveryMs);
    stop = end;
    const made = spoken.url === null ? byVoice(spoken) : await byServer(stage, spoken.url).catch(warn);
    if (isOver) made?.end();
    else if (made === null) end();
    else saying = made;
  }

  return {
    speak: (spoken: SpokenAlert) => void speak(spoken),
    /** Stops what is being read, unless it goes on; an overlay that reads by itself says how many voices it has. */
    use({ source, goesOn }: SpeechUse): void {
      if (!goesOn) {
        done = standing(stage.sounding().alertId);
        stop?.();
      }
      if (source === 'browser') countVoices((count) => stage.tellVoices(count));
    },
  };
}

function warn(error: unknown): null {
  console.warn('What was to be read aloud did not come.', error);
  return null;
}

/** The overlay's own voices; their loudness cannot change once they speak, so it is what it was at the beginning. */
function byVoice({ text, language }: SpokenAlert): Saying {
  const said = new SpeechSynthesisUtterance(text);
  const voices = speechSynthesis.getVoices();
  said.lang = language;
  said.voice = voices.find(({ lang }) => lang.toLowerCase().startsWith(language)) ?? null;
  return {
    begin(onOver) {
      said.addEventListener('end', onOver);
      said.addEventListener('error', onOver);
      speechSynthesis.cancel();
      speechSynthesis.speak(said);
    },
    setLoudness: (loudness) => void (said.volume = loudness),
    end: () => speechSynthesis.cancel(),
  };
}

async function byServer(stage: Stage, url: string): Promise<Saying> {
  const clip = await stage.levelClip(url);
  const player = new Audio(clip.url);
  return {
    begin(onOver) {
      player.addEventListener('ended', onOver);
      player.addEventListener('error', onOver);
      player.play().catch((error: unknown) => {
        warn(error);
        onOver();
      });
    },
    setLoudness: (loudness) => void (player.volume = loudness),
    end() {
      player.pause();
      clip.release();
    },
  };
}

/** Once, when the browser says that it has them, or after two seconds: no voices at all is an answer too. */
function countVoices(onCounted: (count: number) => void): void {
  if (!('speechSynthesis' in window)) return onCounted(0);
  let isTold = false;
  const tell = (): void => {
    const { length } = speechSynthesis.getVoices();
    if (isTold) return;
    isTold = true;
    onCounted(length);
  };
  if (speechSynthesis.getVoices().length > 0) return tell();
  speechSynthesis.addEventListener('voiceschanged', tell, { once: true });
  setTimeout(tell, voicesAfterMs);
}
