import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Clip, openAlertSound } from './alert-sound.ts';

/** Stands for an audio element: this process has no sound device. */
class FakeClip extends EventTarget implements Clip {
  preload: Clip['preload'] = '';
  currentTime = 0;
  starts = 0;
  isPlaying = false;
  readonly url: string;
  failure: Error | null = null;

  constructor(url: string) {
    super();
    this.url = url;
  }

  async play(): Promise<void> {
    if (this.failure !== null) throw this.failure;
    this.starts++;
    this.isPlaying = true;
  }

  pause(): void {
    this.isPlaying = false;
  }
}

const clipUrl = '/uploads/audio/clip.mp3';

function open({ isMuted = false, failing = [] as string[] } = {}) {
  const clips: FakeClip[] = [];
  const sound = openAlertSound({
    isMuted,
    openClip(url) {
      const clip = new FakeClip(url);
      if (failing.includes(url)) clip.failure = new Error('NotSupportedError');
      clips.push(clip);
      return clip;
    },
  });
  const [defaultSound] = clips;
  if (defaultSound === undefined) throw new Error('The default sound is opened at once.');
  return { sound, defaultSound, clips, playing: () => clips.filter((c) => c.isPlaying).map((c) => c.url) };
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
    expect(defaultSound).toMatchObject({ url: '/default-sound.mp3', preload: 'auto', starts: 0 });
  });

  test('is the default sound, from its start, when there is no clip', () => {
    const { sound, defaultSound } = open();
    sound.play(null);
    defaultSound.currentTime = 0.9;
    sound.play(null);
    expect(defaultSound).toMatchObject({ starts: 2, currentTime: 0, isPlaying: true });
  });

  test('is the clip when there is one, and stops what played before', () => {
    const { sound, playing } = open();
    sound.play(null);
    sound.play('/uploads/audio/first.mp3');
    sound.play(clipUrl);
    expect(playing()).toEqual([clipUrl]);
    sound.play(null);
    expect(playing()).toEqual(['/default-sound.mp3']);
  });

  test('falls back to the default sound once when the clip cannot be played', async () => {
    const { sound, defaultSound, clips, playing } = open({ failing: [clipUrl] });
    sound.play(clipUrl);
    await vi.waitFor(() => expect(playing()).toEqual(['/default-sound.mp3']));
    clips[1]?.dispatchEvent(new Event('error'));
    expect(defaultSound.starts).toBe(1);
  });

  test('falls back to the default sound when the clip breaks off', () => {
    const { sound, clips, playing } = open();
    sound.play(clipUrl);
    clips[1]?.dispatchEvent(new Event('error'));
    expect(playing()).toEqual(['/default-sound.mp3']);
  });

  test('stays with the new clip when a replaced one reports an error', () => {
    const { sound, clips, playing } = open();
    sound.play('/uploads/audio/first.mp3');
    sound.play(clipUrl);
    clips[1]?.dispatchEvent(new Event('error'));
    expect(playing()).toEqual([clipUrl]);
  });

  test('of a clip ends after 15 seconds of wall clock, and the next one gets its own 15 seconds', () => {
    const { sound, playing } = open();
    sound.play('/uploads/audio/first.mp3');
    vi.advanceTimersByTime(14_000);
    sound.play(clipUrl);
    vi.advanceTimersByTime(14_999);
    expect(playing()).toEqual([clipUrl]);
    vi.advanceTimersByTime(1);
    expect(playing()).toEqual([]);
  });

  test('that the browser forbids is only logged', async () => {
    const { sound } = open({ failing: ['/default-sound.mp3'] });
    sound.play(null);
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalledOnce());
  });

  test('is silent in a preview until the person asks for it, and is then heard at once', () => {
    const { sound, playing } = open({ isMuted: true });
    sound.play(clipUrl);
    sound.play(null);
    expect(playing()).toEqual([]);
    sound.unmute();
    expect(playing()).toEqual(['/default-sound.mp3']);
    sound.play(clipUrl);
    expect(playing()).toEqual([clipUrl]);
  });
});
