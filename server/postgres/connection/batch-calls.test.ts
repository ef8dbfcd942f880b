import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { batchCalls } from './batch-calls.ts';

function refusal(code: string): DatabaseError {
  return Object.assign(new DatabaseError('no', 2, 'error'), { code });
}

test('calls that come together are one batch, and those that come meanwhile the next', async () => {
  const batches: number[][] = [];
  const gate = Promise.withResolvers<void>();
  const double = batchCalls(async (keys: readonly number[]) => {
    batches.push([...keys]);
    if (batches.length === 1) await gate.promise;
    return keys.map((key) => key * 2);
  });
  const first = [double(1), double(2)];
  await expect.poll(() => batches.length).toBe(1);
  const later = [double(3), double(4)];
  gate.resolve();
  expect(await Promise.all([...first, ...later])).toEqual([2, 4, 6, 8]);
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('in a crowd those that come a moment later go along, and nobody else waits', async () => {
  const sizes: number[] = [];
  const gate = Promise.withResolvers<void>();
  const same = batchCalls(async (keys: readonly number[]) => {
    sizes.push(keys.length);
    if (sizes.length === 1) await gate.promise;
    return keys;
  });
  const all = [1, 2, 3, 4].map(same);
  await expect.poll(() => sizes).toEqual([4]);
  all.push(same(5));
  gate.resolve();
  await all[0];
  await nextTurn();
  await nextTurn();
  all.push(same(6));
  await Promise.all(all);
  await same(7);
  expect(sizes).toEqual([4, 2, 1]);
});

test('a batch is never greater than it may be', async () => {
  const sizes: number[] = [];
  const same = batchCalls(async (keys: readonly number[]) => {
    sizes.push(keys.length);
    return keys;
  }, 3);
  const keys = [1, 2, 3, 4, 5, 6, 7];
  expect(await Promise.all(keys.map(same))).toEqual(keys);
  expect(sizes).toEqual([3, 3, 1]);
});

test('a value that the database refuses fails nobody else', async () => {
  const same = batchCalls(async (keys: readonly string[]) => {
    if (keys.includes('\0')) throw refusal('22021');
    return keys;
  });
  const settled = await Promise.allSettled(['a', 'b', '\0', 'c', 'd'].map(same));
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
});

test('a database that is away is asked once, not once for each caller', async () => {
  let asked = 0;
  const same = batchCalls(async (_keys: readonly number[]): Promise<number[]> => {
    asked += 1;
    throw refusal('57P01');
  });
  const settled = await Promise.allSettled([1, 2, 3].map(same));
  expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
  expect(asked).toBe(1);
});
