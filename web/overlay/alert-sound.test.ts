import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openAlertSound, type Player } from './alert-sound.ts';
import type { PlayableClip } from './level-clip.ts';

/** Stands for an audio element: this process has no sound device. */
class FakePlayer extends EventTarget implements Player {
  preload: Player['preload'] = '';
  currentTime = 0;
  volume = 1;
  muted = false;
  error: MediaError | null = null;
  starts = 0;
  isPlaying = false;
  get paused(): boolean {
    return !this.isPlaying;
  }
  readonly url: string;
  failure: Error | null = null;

  constructor(url: string) {
    super();
    this.url = url;
  }

  async play(): Promise<void> {
    // What waits for its sound is not paused, and stays so when the sound does not come.
    this.isPlaying = this.error === null;
    if (this.failure !== null) throw this.failure;
    this.starts++;
  }

  load(): void {
    this.error = null;
  }

  pause(): void {
    this.isPlaying = false;
  }
}

/** What an audio element says of a sound that the network did not bring. */
const failedToLoad = { code: 4, message: 'Format error' } as MediaError;

const clipUrl = '/clips/clip.mp3';
const firstUrl = '/clips/first.mp3';
const defaultUrl = '/default-sound.mp3';

function open({ isSilent = false, failing = [] as string[], levelClip = playAsIs } = {}) {
  const players: FakePlayer[] = [];
  const sound = openAlertSound({
    isSilent,
    levelClip,
    openPlayer(url) {
      const player = new FakePlayer(url);
      if (failing.includes(url)) player.failure = new Error('NotSupportedError');
      players.push(player);
      return player;
    },
  });
  const [defaultSound] = players;
  if (defaultSound === undefined) throw new Error('The default sound is opened at once.');
  const playing = () => players.filter((player) => player.isPlaying).map((player) => player.url);
  return { sound, defaultSound, players, playing, settle: () => vi.advanceTimersByTimeAsync(0) };
}

async function playAsIs(url: string): Promise<PlayableClip> {
  return { url, release() {} };
}

describe('the sound of an alert', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(console, 'warn').mockReturnValue();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('has the default sound loaded before the first alert', () => {
    const { defaultSound } = open();
    expect(defaultSound).toMatchObject({ url: defaultUrl, preload: 'auto', starts: 0 });
  });

  test('is the default sound, from its start, when there is no clip', () => {
    const { sound, defaultSound } = open();
    sound.play('a', null);
    defaultSound.currentTime = 0.9;
    sound.play('b', null);
    expect(defaultSound).toMatchObject({ starts: 2, currentTime: 0, isPlaying: true });
  });

  test('is the clip when there is one, and stops what played before', async () => {
    const { sound, playing, settle } = open();
    sound.play('a', null);
    sound.play('b', firstUrl);
    expect(playing()).toEqual([]);
    await settle();
    sound.play('c', clipUrl);
    await settle();
    expect(playing()).toEqual([clipUrl]);
    sound.play('d', null);
    expect(playing()).toEqual([defaultUrl]);
  });

  test('falls back to the default sound once when the clip cannot be played', async () => {
    const { sound, defaultSound, players, playing, settle } = open({ failing: [clipUrl] });
    sound.play('a', clipUrl);
    await settle();
    expect(playing()).toEqual([defaultUrl]);
    players[1]?.dispatchEvent(new Event('error'));
    expect(defaultSound.starts).toBe(1);
  });

  test('is the default sound when the clip cannot be brought to the right loudness', async () => {
    const { sound, players, playing, settle } = open({
      levelClip: () => Promise.reject(new Error('It took too long.')),
    });
    sound.play('a', clipUrl);
    await settle();
    expect(playing()).toEqual([defaultUrl]);
    expect(players).toHaveLength(1);
  });

  test('of an alert that has been replaced stays away when its clip is given up', async () => {
    const levelClip = (url: string) =>
      url === firstUrl ? Promise.reject(new Error('It took too long.')) : playAsIs(url);
    const { sound, playing, settle } = open({ levelClip });
    sound.play('a', firstUrl);
    sound.play('b', clipUrl);
    await settle();
    expect(playing()).toEqual([clipUrl]);
  });

  test('falls back to the default sound, from its start, when the clip breaks off', async () => {
    const { sound, defaultSound, players, playing, settle } = open();
    defaultSound.currentTime = 1.2;
    sound.play('a', clipUrl);
    await settle();
    players[1]?.dispatchEvent(new Event('error'));
    expect(playing()).toEqual([defaultUrl]);
    expect(defaultSound.currentTime).toBe(0);
  });

  test('stays with the new clip when a replaced one reports an error', async () => {
    const { sound, players, playing, settle } = open();
    sound.play('a', firstUrl);
    await settle();
    sound.play('b', clipUrl);
    await settle();
    players[1]?.dispatchEvent(new Event('error'));
    expect(playing()).toEqual([clipUrl]);
  });

  test('of a clip ends after 15 seconds of wall clock, and the next one gets its own 15 seconds', async () => {
    const { sound, playing, settle } = open();
    sound.play('a', firstUrl);
    await settle();
    vi.advanceTimersByTime(14_000);
    sound.play('b', clipUrl);
    await settle();
    vi.advanceTimersByTime(14_999);
    expect(playing()).toEqual([clipUrl]);
    vi.advanceTimersByTime(1);
    expect(playing()).toEqual([]);
  });

  test('of a skipped alert stops at once, and only of that one', async () => {
    const { sound, playing, settle } = open();
    sound.play('a', clipUrl);
    await settle();
    sound.stop('another');
    expect(playing()).toEqual([clipUrl]);
    sound.stop('a');
    expect(playing()).toEqual([]);
    sound.play('b', null);
    sound.stop('b');
    expect(playing()).toEqual([]);
    sound.play('c', null);
    sound.stop();
    expect(playing()).toEqual([]);
  });

  test('of an alert that was skipped or replaced while its clip was fetched is never heard', async () => {
    const release = vi.fn<() => void>();
    const levelClip = (url: string) =>
      new Promise<PlayableClip>((resolve) => setTimeout(() => resolve({ url, release }), 100));
    const { sound, playing, players } = open({ levelClip });
    sound.play('a', firstUrl);
    sound.stop('a');
    sound.play('b', firstUrl);
    sound.play('c', clipUrl);
    await vi.advanceTimersByTimeAsync(200);
    expect(playing()).toEqual([clipUrl]);
    expect(players).toHaveLength(2);
    expect(release).toHaveBeenCalledTimes(2);
  });

  test('gives back what a clip was played from when it ends, whatever ended it', async () => {
    const release = vi.fn<() => void>();
    const { sound, settle } = open({ levelClip: async () => ({ url: clipUrl, release }) });
    sound.play('a', clipUrl);
    await settle();
    vi.advanceTimersByTime(15_000);
    sound.play('b', clipUrl);
    await settle();
    sound.play('c', clipUrl);
    await settle();
    sound.stop('c');
    vi.advanceTimersByTime(60_000);
    expect(release).toHaveBeenCalledTimes(3);
  });

  test('of a rule is as loud as the rule says, of what the streamer has set, and the next one is as before', async () => {
    const { sound, defaultSound, players, settle } = open();
    sound.setLevel({ volume: 50, isMuted: false });
    sound.play('1', clipUrl, 40);
    await settle();
    expect(players[1]).toMatchObject({ volume: 0.2 });
    sound.setLevel({ volume: 100, isMuted: false });
    expect(players[1]).toMatchObject({ volume: 0.4 });
    sound.play('2', null, 25);
    expect(defaultSound).toMatchObject({ volume: 0.25 });
    sound.play('3', null);
    expect(defaultSound).toMatchObject({ volume: 1 });
  });

  test('follows volume and mute while it plays, and keeps them for the next', async () => {
    const { sound, players, defaultSound, settle } = open();
    sound.play('a', clipUrl);
    await settle();
    sound.setLevel({ volume: 30, isMuted: true });
    expect(players[1]).toMatchObject({ volume: 0.3, muted: true });
    expect(defaultSound).toMatchObject({ volume: 0.3, muted: true });
    sound.play('b', clipUrl);
    await settle();
    expect(players[2]).toMatchObject({ volume: 0.3, muted: true });
    sound.setLevel({ volume: 250, isMuted: false });
    expect(players[2]).toMatchObject({ volume: 1, muted: false });
  });

  test('is asked for again by the next alert when it could not be loaded', async () => {
    const { sound, defaultSound, playing, settle } = open();
    defaultSound.error = failedToLoad;
    sound.play('a', null);
    await settle();
    expect(playing()).toEqual([defaultUrl]);
    expect(defaultSound.error).toBeNull();
  });

  test('that is loaded is not asked for again', () => {
    const { sound, defaultSound } = open();
    const load = vi.spyOn(defaultSound, 'load');
    sound.play('a', null);
    expect(load).not.toHaveBeenCalled();
  });

  test('that was waited for in vain is over, and takes nothing from the one that came meanwhile', async () => {
    const { sound, defaultSound, playing, settle } = open({ failing: [defaultUrl] });
    sound.play('a', null);
    await settle();
    expect(sound.sounding()).toMatchObject({ alertId: 'a', isOver: true });
    sound.play('b', null);
    defaultSound.failure = null;
    sound.play('c', null);
    await settle();
    expect(playing()).toEqual([defaultUrl]);
  });

  test('that the browser forbids is only logged', async () => {
    const { sound, settle } = open({ failing: [defaultUrl] });
    sound.play('a', null);
    await settle();
    expect(console.warn).toHaveBeenCalledOnce();
  });

  test('is silent in a preview until the person asks for it, and is then heard at once', async () => {
    const { sound, playing, settle } = open({ isSilent: true });
    sound.play('a', clipUrl);
    sound.play('b', null);
    await settle();
    expect(playing()).toEqual([]);
    sound.unmute();
    expect(playing()).toEqual([defaultUrl]);
    sound.play('c', clipUrl);
    await settle();
    expect(playing()).toEqual([clipUrl]);
  });
});
