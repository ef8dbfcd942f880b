import type { AlertSound } from '#contract/alerts.ts';
import type { PlayableClip } from './level-clip.ts';

/** As much of an audio element as the overlay needs. */
export interface Player extends Pick<
  HTMLAudioElement,
  'play' | 'pause' | 'paused' | 'load' | 'error' | 'currentTime' | 'preload' | 'volume' | 'muted'
> {
  addEventListener(type: 'error', listener: (event: Event) => void): void;
}

interface SoundOptions {
  /** True until the person asks for sound: the preview starts silent. */
  isSilent: boolean;
  /** Makes the player of an address; `new Audio(url)` in the browser. */
  openPlayer: (url: string) => Player;
  /** Finds out from where a clip is played at the right loudness; rejects when there is no telling how loud it is. */
  levelClip: (url: string) => Promise<PlayableClip>;
  /** After so much wall clock a clip is stopped, whatever its headers say. */
  limitMs?: number;
}

/** The sound of one alert, from the moment it is asked for. */
interface Turn {
  readonly alertId: string;
  /** Of the streamer's volume, in percent. */
  readonly volume: number;
  player: Player | null;
  end(): void;
}

const defaultSoundUrl = '/default-sound.mp3';

/**
 * Plays the sound of an alert (spec §4, sound rule).
 *
 * The donor's clip; on any error, without one, or when it cannot be levelled, the default sound from its start. What
 * still plays is stopped first. Volume and mute hold for what is playing and for what comes. Errors are only logged: the
 * card is shown all the same, also where the browser forbids to play.
 */
export function openAlertSound({ isSilent, openPlayer, levelClip, limitMs = 15_000 }: SoundOptions) {
  let isHeard = !isSilent;
  let level: AlertSound = { volume: 100, isMuted: false };
  let turn: Turn | null = null;
  const defaultSound = openPlayer(defaultSoundUrl);
  defaultSound.preload = 'auto';

  function setLevel(player: Player, share = 100): void {
    player.volume = (level.volume * share) / 10_000;
    player.muted = level.isMuted;
  }

  function stop(): void {
    turn?.end();
    turn = null;
    defaultSound.pause();
  }

  function playDefault(alertId: string, volume: number): void {
    stop();
    const own: Turn = { alertId, volume, player: defaultSound, end() {} };
    turn = own;
    setLevel(defaultSound, volume);
    // A player that could not load its sound never asks for it again by itself.
    if (defaultSound.error !== null) defaultSound.load();
    defaultSound.currentTime = 0;
    defaultSound.play().catch((error: unknown) => {
      console.warn('The default sound did not play.', error);
      // One that waited for its sound in vain would count as still sounding.
      if (own === turn) defaultSound.pause();
    });
  }

  async function playCustom(alertId: string, clipUrl: string, volume: number): Promise<void> {
    stop();
    const own: Turn = { alertId, volume, player: null, end() {} };
    turn = own;
    const fallBack = (error: unknown) => {
      // A clip that has been replaced reports its end as an error too; only the current one may fall back, and once.
      if (own !== turn) return;
      console.warn('The clip did not play, the default sound is played instead.', error);
      playDefault(alertId, volume);
    };
    const clip = await levelClip(clipUrl).catch(fallBack);
    if (!clip) return;
    if (own !== turn) return clip.release();
    const player = openPlayer(clip.url);
    const limit = setTimeout(stop, limitMs);
    own.player = player;
    own.end = () => {
      clearTimeout(limit);
      player.pause();
      clip.release();
    };
    setLevel(player, volume);
    player.addEventListener('error', fallBack);
    player.play().catch(fallBack);
  }

  return {
    /** Plays the clip of an alert, or the default sound when it has none, at this share of the volume in percent. */
    play(alertId: string, clipUrl: string | null, volume = 100): void {
      if (!isHeard) return;
      if (clipUrl === null) playDefault(alertId, volume);
      else void playCustom(alertId, clipUrl, volume);
    },
    /** Stops the sound of this alert at once, that of another one goes on; without an alert, whatever plays. */
    stop(alertId = turn?.alertId): void {
      if (turn?.alertId === alertId) stop();
    },
    /** The alert whose sound was asked for last, whether that is over, and how loud the streamer wants it. */
    sounding: () => ({ alertId: turn?.alertId, isOver: turn?.player?.paused === true, level }),
    /** Sets volume and mute, also of what is playing. */
    setLevel(changed: AlertSound): void {
      level = { volume: Math.min(100, Math.max(0, changed.volume)), isMuted: changed.isMuted };
      setLevel(defaultSound);
      if (turn?.player) setLevel(turn.player, turn.volume);
    },
    /** Ends the silence of a preview and lets the person hear that it worked; to be called from a click. */
    unmute(): void {
      isHeard = true;
      playDefault('', 100);
    },
  };
}
