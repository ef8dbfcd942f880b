import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createGate } from './gate.ts';

const busy = { code: 'busy' };

/** A task that ends when it is told to. */
function task() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { run: vi.fn<() => Promise<string>>(() => promise), end: () => resolve('done') };
}

describe('a gate', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('runs tasks in order, and refuses what comes beyond the queue', async () => {
    const gate = createGate({ running: 1, waiting: 1 });
    const [first, second] = [task(), task()];
    const [one, two] = [gate(first.run), gate(second.run)];
    await expect(gate(task().run)).rejects.toMatchObject(busy);
    expect(second.run).not.toHaveBeenCalled();
    first.end();
    expect(await one).toBe('done');
    second.end();
    expect(await two).toBe('done');
    const third = task();
    third.end();
    expect(await gate(third.run)).toBe('done');
  });

  test('refuses what has waited for too long, without running it, and its place goes to the next', async () => {
    const gate = createGate({ running: 1, waiting: 1, patienceMs: 1000 });
    const [first, late, next] = [task(), task(), task()];
    const one = gate(first.run);
    const refused = gate(late.run).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await refused).toMatchObject(busy);
    const two = gate(next.run);
    first.end();
    await one;
    next.end();
    expect(await two).toBe('done');
    expect(late.run).not.toHaveBeenCalled();
  });

  test('lets what has begun take as long as it needs', async () => {
    const gate = createGate({ running: 1, waiting: 1, patienceMs: 1000 });
    const [first, second] = [task(), task()];
    const [one, two] = [gate(first.run), gate(second.run)];
    first.end();
    await one;
    await vi.advanceTimersByTimeAsync(5000);
    second.end();
    expect(await two).toBe('done');
  });

  test('does not run what nobody waits for any more', async () => {
    const gate = createGate({ running: 1, waiting: 1 });
    const gone = new AbortController();
    const [first, second] = [task(), task()];
    const one = gate(first.run);
    const refused = gate(second.run, gone.signal).catch((error: unknown) => error);
    gone.abort();
    expect(await refused).toMatchObject(busy);
    await expect(gate(second.run, gone.signal)).rejects.toMatchObject(busy);
    first.end();
    await one;
    expect(second.run).not.toHaveBeenCalled();
    const third = task();
    third.end();
    expect(await gate(third.run)).toBe('done');
  });
});
