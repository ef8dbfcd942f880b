import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type NotedSeed, raiseEpoch, writeKeyMarks } from '#server/solana/key-epoch.ts';
import { planSearch, type KnownKeys } from './epochs-to-scan.ts';

const reach = { gap: 30, users: 3 };
/** Nobody says how far: it follows from what is known. */
const usual = { gap: null, users: null };
const nothingKnown: KnownKeys = { epochs: [], pastEpochs: [], counters: [], knownTo: [] };

/** A seed that nothing lies beside. */
async function createSeed(): Promise<NotedSeed> {
  const folder = await mkdtemp(join(tmpdir(), 'brava-plan-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return { seedFile: join(folder, 'seed'), fingerprint: 'f0' };
}

test('a number belongs to the wallet of the books in every epoch that they gave it out under, and in no other', async () => {
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
  const { ownerOf } = await planSearch(await createSeed(), known, reach);
  const walletEpochs = (user: number): number[] =>
    [0, 1, 2, 3].map((epoch) => ownerOf({ user, epoch, index: 1 }).epoch);
  expect(walletEpochs(1)).toEqual([0, 0, 2, 0]);
  expect(walletEpochs(2)).toEqual([0, 1, 2, 3]);
});

test('books of any number of streamers are searched up to the last epoch that they know', async () => {
  const streamers = 150_000;
  const knownTo = Array.from({ length: streamers }, (_, n) => ({ epoch: n % 5, user: n + 1, next: 2 }));
  const known = { epochs: [], pastEpochs: [], counters: [], knownTo };
  const { epochs, highestEpoch } = await planSearch(await createSeed(), known, reach);
  expect(highestEpoch).toBe(4);
  expect(epochs.reduce((sum, { knownTo: ofEpoch }) => sum + ofEpoch.size, 0)).toBe(streamers);
});

test('what a server noted before, for nobody or for another seed, shortens no search of the one that was put in place of its own', async () => {
  const seed = await createSeed();
  const gaps = async (known: KnownKeys): Promise<[number, number][]> =>
    (await planSearch(seed, known, usual)).epochs.map(({ epoch, gap }) => [epoch, gap]);
  const asWithoutNumbers = await gaps(nothingKnown);
  expect(asWithoutNumbers).toEqual([0, 1, 2].map((epoch) => [epoch, 10_000]));
  await raiseEpoch(seed.seedFile, 0);
  await writeKeyMarks(seed, 0, []);
  expect(await gaps(nothingKnown)).toEqual(asWithoutNumbers);
  // Nor does what another seed noted, whoever registered there.
  const other = { ...seed, fingerprint: 'f1' };
  await writeKeyMarks(other, 0, [{ user: 1, walletEpoch: 0, nextIndex: 9 }]);
  expect(await gaps(nothingKnown)).toEqual(asWithoutNumbers);
  // The books that it founded.
  expect(await gaps({ ...nothingKnown, epochs: [0] })).toEqual(asWithoutNumbers);
});

test('an empty note tells nothing of books that have streamers, and one with streamers shortens the search', async () => {
  const seed = await createSeed();
  const counters = [{ user: 1, walletEpoch: 0, nextIndex: 4 }];
  const known = { epochs: [0], pastEpochs: [], counters, knownTo: [] };
  await raiseEpoch(seed.seedFile, 0);
  await writeKeyMarks(seed, 0, []);
  expect((await planSearch(seed, known, usual)).epochs.map(({ gap }) => gap)).toEqual([10_000]);
  await writeKeyMarks(seed, 0, [{ user: 1, walletEpoch: 0, nextIndex: 9 }]);
  for (const each of [known, nothingKnown]) {
    const [first, ...later] = (await planSearch(seed, each, usual)).epochs;
    expect(first).toMatchObject({ gap: 500, nextIndexes: new Map([[1, 9]]) });
    expect(later).toEqual([]);
  }
});
