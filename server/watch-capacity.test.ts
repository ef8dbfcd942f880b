import { expect, it, onTestFinished, vi } from 'vitest';
import { boundlessCapacity } from './app/capacity.ts';
import { watchCapacity } from './watch-capacity.ts';

const ignore = () => undefined;

it('a database counts as answering from the start on, and as away once it has answered nothing for ten seconds', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const capacity = watchCapacity(
    boundlessCapacity.state().limits,
    { waitingQueries: () => 0, readLoad: () => new Promise(ignore) },
    { info: ignore, warn: ignore, error: ignore },
  );
  expect(capacity.isDatabaseAnswering()).toBe(true);
  vi.advanceTimersByTime(10_000);
  expect(capacity.isDatabaseAnswering()).toBe(false);
});
