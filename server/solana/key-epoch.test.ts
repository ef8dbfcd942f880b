import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type NotedSeed,
  nextEpoch,
  raiseEpoch,
  readEpoch,
  readKeyMarks,
  writeKeyMarks,
} from './key-epoch.ts';

let folder: string;
let seedFile: string;
let seed: NotedSeed;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brava-epoch-'));
  seedFile = join(folder, 'master-seed');
  seed = { seedFile, fingerprint: 'f0' };
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
  await writeKeyMarks(seed, 3, marks);
  await writeKeyMarks(seed, 3, marks.slice(0, 1));
  await writeKeyMarks(seed, 3, marks);
  expect([...((await readKeyMarks(seed, 3)) ?? []).values()]).toEqual(marks);
  expect(await readKeyMarks(seed, 2)).toBeNull();
  expect(await readEpoch(seedFile)).toBe(-1);
});

test('notes of another seed tell nothing, and older ones, which do not say whose they are, are believed', async () => {
  const marks = [{ user: 1, walletEpoch: 0, nextIndex: 57 }];
  await writeKeyMarks({ seedFile, fingerprint: 'f1' }, 0, marks);
  expect(await readKeyMarks(seed, 0)).toBeNull();
  await writeFile(`${seedFile}.epochs/0.marks`, '1 0 57\n');
  expect([...((await readKeyMarks(seed, 0)) ?? []).values()]).toEqual(marks);
});

test('notes that were cut off are refused rather than believed', async () => {
  await writeKeyMarks(seed, 0, [{ user: 1, walletEpoch: 0, nextIndex: 57 }]);
  const { size } = await stat(`${seedFile}.epochs/0.marks`);
  await truncate(`${seedFile}.epochs/0.marks`, size - 5);
  await expect(readKeyMarks(seed, 0)).rejects.toThrow(/damaged/);
});
