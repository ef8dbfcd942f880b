import { expect, it, vi } from 'vitest';
import { openPressedSound, type Sound } from './clip-player-sound.ts';

/** A sound that plays and pauses as an audio element does. */
class FakeSound extends EventTarget implements Sound {
  paused = true;
  ended = false;
  currentTime = 0;
  duration = 4;
  refusal: Error | null = null;
  play(): Promise<void> {
    if (this.refusal !== null) return Promise.reject(this.refusal);
    this.paused = false;
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  }
  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
}

function pressed(sound = new FakeSound()) {
  const open = vi.fn<() => FakeSound>(() => sound);
  const onPlaying = vi.fn<(playing: boolean) => void>();
  const onFailure = vi.fn<(error: unknown) => void>();
  return { sound, open, onPlaying, onFailure, player: openPressedSound(open, { onPlaying, onFailure }) };
}

it('loads nothing before the first press, and one sound however often it is pressed', () => {
  const { open, player } = pressed();
  expect(open).not.toHaveBeenCalled();
  player.stop();
  player.toggle();
  player.toggle();
  player.toggle();
  expect(open).toHaveBeenCalledOnce();
});

it('starting one sound pauses the one that is heard', () => {
  const first = pressed();
  const second = pressed();
  first.player.toggle();
  second.player.toggle();
  expect(first.sound.paused).toBe(true);
  expect(second.sound.paused).toBe(false);
  expect(first.onPlaying.mock.calls).toEqual([[true], [false]]);
});

it('says a failure once and opens the sound anew at the next press', async () => {
  const { sound, open, onFailure, player } = pressed();
  sound.refusal = new Error('NotSupported');
  player.toggle();
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledOnce(), 10_000);
  sound.refusal = null;
  player.toggle();
  expect(open).toHaveBeenCalledTimes(2);
});

it('a pause before the sound has begun is no failure', async () => {
  const { sound, onFailure, player } = pressed();
  sound.refusal = new DOMException('interrupted', 'AbortError');
  player.toggle();
  await Promise.resolve();
  expect(onFailure).not.toHaveBeenCalled();
});
