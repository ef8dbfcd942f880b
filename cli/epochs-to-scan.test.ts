import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { planSearch } from './epochs-to-scan.ts';

test('a number belongs to the wallet of the books in every epoch that they gave it out under, and in no other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'brava-plan-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const known = {
    epochs: [3],
    pastEpochs: [1],
    counters: [
      { user: 1, walletEpoch: 0, nextIndex: 4 },
      // Registered after the books came to epoch 3.
      { user: 2, walletEpoch: 3, nextIndex: 4 },
    ],
    knownTo: [],
  };
  const { ownerOf } = await planSearch(join(folder, 'seed'), known, { gap: 30, users: 3 });
  const walletEpochs = (user: number): number[] =>
    [0, 1, 2, 3].map((epoch) => ownerOf({ user, epoch, index: 1 }).epoch);
  expect(walletEpochs(1)).toEqual([0, 0, 2, 0]);
  expect(walletEpochs(2)).toEqual([0, 1, 2, 3]);
});
