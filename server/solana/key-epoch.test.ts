import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nextEpoch, raiseEpoch, readEpoch } from './key-epoch.ts';

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
