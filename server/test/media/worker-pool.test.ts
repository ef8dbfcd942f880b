import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WorkerFailed } from '#server/media/measure/killable-worker.ts';
import { createClipMeter } from '#server/media/measure/measure-clip.ts';
import { WorkerPool } from '#server/media/measure/worker-pool.ts';
import { countWorkers } from './count-workers.ts';

const script = new URL('misbehaving-worker.ts', import.meta.url);
const limits = { timeoutMs: 20_000, memoryMb: 32, parallel: 1, waiting: 2 };
const deed = { work: 0, hang: 1, eatMemory: 2, fail: 3, leave: 4 };
const job = (kind: number): Uint8Array<ArrayBuffer> => new Uint8Array([kind]);
let workers = countWorkers();
let pool = new WorkerPool<string>(script, limits);

beforeEach(async () => {
  await pool.stop();
  workers = countWorkers();
  pool = new WorkerPool(script, limits);
});

afterEach(async () => {
  await pool.stop();
  workers.stop();
  if (workers.alive() > 0) throw new Error('A thread was left behind.');
});

test('one thread does all honest jobs', async () => {
  for (let count = 0; count < 20; count += 1)
    await expect(pool.run(job(deed.work))).resolves.toEqual({ value: 'done' });
  expect(workers.started()).toBe(1);
});

test('a job that takes too long is killed, and the next gets a new thread', async () => {
  await pool.stop();
  pool = new WorkerPool(script, { ...limits, timeoutMs: 300 });
  await expect(pool.run(job(deed.hang))).rejects.toBeInstanceOf(WorkerFailed);
  await expect(pool.run(job(deed.work))).resolves.toEqual({ value: 'done' });
});

test.each(['eatMemory', 'fail', 'leave'] as const)(
  'a job that does "%s" is the only one that fails',
  async (kind) => {
    const jobs = [pool.run(job(deed[kind])), pool.run(job(deed.work))];
    await expect(jobs[0]).rejects.toBeInstanceOf(WorkerFailed);
    await expect(jobs[1]).resolves.toEqual({ value: 'done' });
    expect(workers.alive()).toBe(1);
  },
);

test('what comes beyond the queue is refused as busy', async () => {
  const jobs = Array.from({ length: 4 }, () => pool.run(job(deed.work)));
  const ends = await Promise.allSettled(jobs);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  await expect(jobs[3]).rejects.toMatchObject({ code: 'busy' });
});

test('the end of the pool ends a job that hangs, and refuses those that wait', async () => {
  await pool.run(job(deed.work));
  const jobs = [pool.run(job(deed.hang)), pool.run(job(deed.work))];
  const ends = Promise.allSettled(jobs);
  // The job has gone to its thread when its bytes are no longer here.
  await setImmediate();
  await pool.stop();
  await ends;
  await expect(jobs[0]).rejects.toBeInstanceOf(WorkerFailed);
  await expect(jobs[1]).rejects.toMatchObject({ code: 'busy' });
  await expect(pool.run(job(deed.work))).rejects.toMatchObject({ code: 'busy' });
});

test('a clip that kills its thread counts as damaged', async () => {
  const meter = createClipMeter({ timeoutMs: 0 });
  await expect(meter.measure(new Uint8Array(5_000_000))).rejects.toMatchObject({ code: 'audio_damaged' });
  await meter.stop();
});

test('the bytes of a clip change hands without being copied', async () => {
  const meter = createClipMeter();
  const bytes = new Uint8Array(1_000_000);
  await expect(meter.measure(bytes)).rejects.toMatchObject({ code: 'audio_not_recognised' });
  expect(bytes).toHaveLength(0);
  await meter.stop();
});
