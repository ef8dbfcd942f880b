import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAtRest } from './at-rest.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('while the hand moves nothing is sent, then the last value once', () => {
  const send = vi.fn<(value: number) => void>();
  const atRest = createAtRest(send, 200);
  for (const value of [10, 20, 30]) {
    vi.advanceTimersByTime(199);
    atRest.put(value);
  }
  expect(send).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  atRest.flush();
  expect(send.mock.calls).toEqual([[30]]);
});

it('whoever leaves before the hand has rested still sends the last value, once', () => {
  const send = vi.fn<(value: number) => void>();
  const atRest = createAtRest(send, 200);
  atRest.put(0);
  atRest.flush();
  vi.advanceTimersByTime(1000);
  expect(send.mock.calls).toEqual([[0]]);
});
