import { expect, it, onTestFinished, vi } from 'vitest';
import { boundlessCapacity } from '#server/app/capacity.ts';
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

it('the question that measures the database does not count as one that waits for a connection', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let waiting = 0;
  const readLoad = async () => {
    // A pool has even an idle connection at hand no sooner than in the next turn.
    waiting += 1;
    await Promise.resolve();
    waiting -= 1;
    return { readingLagMs: 0, openDonations: 0 };
  };
  const capacity = watchCapacity(
    boundlessCapacity.state().limits,
    { waitingQueries: () => waiting, readLoad },
    { info: ignore, warn: ignore, error: ignore },
  );
  vi.advanceTimersByTime(1000);
  expect(capacity.state().levels.database_queue).toBe(0);
});
