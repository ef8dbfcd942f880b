import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bundled } from './bundled.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a burst makes one act, and what is asked for afterwards makes another', () => {
  const act = vi.fn<() => void>();
  const ask = bundled(act);
  ask();
  ask();
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  expect(act).toHaveBeenCalledTimes(1);
  ask();
  vi.advanceTimersByTime(300);
  expect(act).toHaveBeenCalledTimes(2);
});
