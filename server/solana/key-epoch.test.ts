import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nextEpoch, raiseEpoch, readEpoch, readKeyMarks, writeKeyMarks } from './key-epoch.ts';

let folder: string;
let seedFile: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brava-epoch-'));
  seedFile = join(folder, 'master-seed');
});
afterEach(() => rm(folder, { recursive: true }));

test('every new database of a seed starts a new epoch, from 0 on', async () => {
  expect(await readEpoch(seedFile)).toBe(-1);
  expect(await nextEpoch(seedFile)).toBe(0);
  expect(await nextEpoch(seedFile)).toBe(1);
  expect(await readEpoch(seedFile)).toBe(1);
});

test('two databases that start at the same moment never share an epoch', async () => {
  const epochs = await Promise.all(Array.from({ length: 20 }, () => nextEpoch(seedFile)));
  expect(new Set(epochs).size).toBe(20);
});

test('an epoch that a restored database names is not given again', async () => {
  await raiseEpoch(seedFile, 5);
  await raiseEpoch(seedFile, 2);
  await raiseEpoch(seedFile, 5);
  expect(await nextEpoch(seedFile)).toBe(6);
});

test('a number that no path can hold is refused as an epoch', async () => {
  await expect(raiseEpoch(seedFile, 2 ** 31)).rejects.toThrow(RangeError);
});

test('how far the addresses of an epoch went is found again, and takes no epoch by itself', async () => {
  const marks = [
    { user: 1, walletEpoch: 0, nextIndex: 57 },
    { user: 12, walletEpoch: 3, nextIndex: 1 },
  ];
  await writeKeyMarks(seedFile, 3, marks);
  await writeKeyMarks(seedFile, 3, marks.slice(0, 1));
  await writeKeyMarks(seedFile, 3, marks);
  expect([...((await readKeyMarks(seedFile, 3)) ?? []).values()]).toEqual(marks);
  expect(await readKeyMarks(seedFile, 2)).toBeNull();
  expect(await readEpoch(seedFile)).toBe(-1);
});

test('notes that were cut off are refused rather than believed', async () => {
  await writeKeyMarks(seedFile, 0, [{ user: 1, walletEpoch: 0, nextIndex: 57 }]);
  await truncate(`${seedFile}.epochs/0.marks`, 3);
  await expect(readKeyMarks(seedFile, 0)).rejects.toThrow(/damaged/);
});
