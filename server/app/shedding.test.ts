import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CapacityLevels } from './capacity.ts';
import { createShedding, type SampledLevels } from './shedding.ts';

const limits: CapacityLevels = {
  event_loop: 500,
  database_wait: 1000,
  database_queue: 100,
  begun: 3,
  reading_lag: 60_000,
  open_donations: 1000,
};
const calm: SampledLevels = {
  event_loop: 1,
  database_wait: 1,
  database_queue: 0,
  reading_lag: 0,
  open_donations: 10,
};
const open = () => createShedding(limits, 2);
const atCapacity = expect.objectContaining({ code: 'at_capacity', status: 503 });

describe('new donations are refused', () => {
  test('after two samples in a row above a limit, not after one', () => {
    const shedding = open();
    shedding.observe({ ...calm, database_wait: 1001 });
    shedding.observe(calm);
    shedding.observe({ ...calm, database_wait: 5000 });
    expect(() => shedding.admit()).not.toThrow();
    shedding.observe({ ...calm, database_wait: 5000 });
    expect(() => shedding.admit()).toThrow(atCapacity);
    expect(shedding.state().reasons).toEqual(['database_wait']);
  });

  test('until five samples in a row are well below it, so that nothing flaps around the limit', () => {
    const shedding = open();
    const observe = (event_loop: number) => {
      shedding.observe({ ...calm, event_loop });
      return shedding.state().reasons.length > 0;
    };
    expect([600, 600].map(observe)).toEqual([false, true]);
    expect([499, 400, 499, 400, 360, 360].map(observe)).toEqual(Array.from({ length: 6 }, () => true));
    expect([350, 350, 350, 350, 351].map(observe)).toEqual(Array.from({ length: 5 }, () => true));
    expect([350, 350, 350, 350, 350].map(observe)).toEqual([true, true, true, true, false]);
    expect([600, 400, 600, 400].map(observe)).toEqual([false, false, false, false]);
  });

  test('while any signal is over, each for itself', () => {
    const shedding = open();
    for (let sample = 0; sample < 2; sample += 1)
      shedding.observe({ ...calm, reading_lag: 61_000, open_donations: 1001 });
    expect(shedding.state().reasons).toEqual(['reading_lag', 'open_donations']);
    for (let sample = 0; sample < 5; sample += 1) shedding.observe({ ...calm, open_donations: 900 });
    expect(shedding.state().reasons).toEqual(['open_donations']);
  });
});

test('no more are under way at once than the bound says, and each that ends, well or not, makes room', async () => {
  const shedding = open();
  const ends = Array.from({ length: 3 }, () => Promise.withResolvers<string>());
  const held = ends.map(({ promise }) => shedding.hold('upload', () => promise));
  await expect(shedding.hold('upload', () => Promise.resolve('fourth'))).rejects.toThrow(atCapacity);
  expect(shedding.state()).toMatchObject({ reasons: ['begun'], levels: { begun: 3 } });
  ends[0]?.reject(new Error('broken'));
  await expect(held[0]).rejects.toThrow('broken');
  await expect(shedding.hold('upload', () => Promise.resolve('fourth'))).resolves.toBe('fourth');
  for (const end of ends) end.resolve('done');
  await Promise.allSettled(held);
  expect(shedding.state()).toMatchObject({ reasons: [], levels: { begun: 0 } });
});

test('donations take turns, one that waits too long is refused, and uploads do not wait with them', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const shedding = createShedding(limits, 1);
  const first = Promise.withResolvers<string>();
  const held = shedding.hold('donation', () => first.promise);
  const second = shedding.hold('donation', () => Promise.resolve('second'));
  await expect(shedding.hold('upload', () => Promise.resolve('upload'))).resolves.toBe('upload');
  const [answer] = await Promise.all([Promise.allSettled([second]), vi.advanceTimersByTimeAsync(5000)]);
  expect(answer).toMatchObject([{ status: 'rejected', reason: { code: 'at_capacity' } }]);
  const third = shedding.hold('donation', () => Promise.resolve('third'));
  first.resolve('first');
  expect(await Promise.all([held, third])).toEqual(['first', 'third']);
});
