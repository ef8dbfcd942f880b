import type { KeyPath } from '#server/domain/donation.ts';
import { readEpoch, readKeyMarks, type KeyMark, type NotedSeed } from '#server/solana/key-epoch.ts';
import type { EpochToScan } from '#server/solana/scan-addresses.ts';

/** What the books know of addresses; nothing where there are none. */
export interface KnownKeys {
  /** The epochs that the counters tell of how far their addresses went; none without books. */
  epochs: readonly number[];
  /** Those under which the books gave out addresses before: the counters have gone on since. */
  pastEpochs: readonly number[];
  counters: readonly KeyMark[];
  /** The first index of each streamer and epoch above all that are in the books. */
  knownTo: readonly { epoch: number; user: number; next: number }[];
}

/** Which epochs of the seed are searched and how far, and whose wallet is whose. */
export interface SearchPlan {
  epochs: EpochToScan[];
  highestEpoch: number;
  /** The wallet that the owner of an address has the key of. */
  ownerOf: (path: KeyPath) => KeyPath;
}

/** What a person may say about how far the search goes. */
export interface Reach {
  gap: number | null;
  users: number | null;
}

/** Beyond a note that is at most a minute old; beyond the last funded address where nothing was noted. */
const gapAfterNote = 500;
const gapWithoutNote = 10_000;
const userGap = 100;
/** Epochs that are looked into at least where the numbers beside the seed were lost, or tell nothing. */
const epochsWithoutNumbers = 3;

/** Plans a search from what stands beside the seed and what the books know. */
export async function planSearch(seed: NotedSeed, known: KnownKeys, reach: Reach): Promise<SearchPlan> {
  const taken = await readEpoch(seed.seedFile);
  // By a loop: so many arguments as there are streamers do not fit on the stack.
  let highestEpoch = Math.max(
    taken,
    (await isTold(seed, taken, known)) ? 0 : epochsWithoutNumbers - 1,
    ...known.epochs,
    ...known.pastEpochs,
  );
  for (const { epoch } of known.knownTo) highestEpoch = Math.max(highestEpoch, epoch);
  const walletEpochs = new Map<string, number>();
  const epochs: EpochToScan[] = [];
  for (let epoch = 0; epoch <= highestEpoch; epoch += 1) {
    const noted = await readNote(seed, epoch);
    const isCounted = known.epochs.includes(epoch);
    const isPast = known.pastEpochs.includes(epoch);
    // Whoever came later gave out nothing under this epoch: there the same number is somebody else.
    const counters = isCounted || isPast ? known.counters.filter((each) => each.walletEpoch <= epoch) : [];
    const marks = [...(noted?.values() ?? []), ...(isCounted || noted === null ? counters : [])];
    // What was noted under a past epoch knows better than counters that have gone on since.
    for (const { user, walletEpoch } of [...counters, ...marks])
      walletEpochs.set(`${epoch} ${user}`, walletEpoch);
    epochs.push({
      epoch,
      nextIndexes: highestOf(marks.map(({ user, nextIndex }) => [user, nextIndex])),
      knownTo: highestOf(
        known.knownTo.filter((each) => each.epoch === epoch).map(({ user, next }) => [user, next]),
      ),
      gap: reach.gap ?? (noted === null ? gapWithoutNote : gapAfterNote),
      userGap: reach.users ?? userGap,
    });
  }
  return {
    epochs,
    highestEpoch,
    ownerOf: ({ user, epoch }) => ({ user, epoch: walletEpochs.get(`${epoch} ${user}`) ?? epoch, index: 0 }),
  };
}

/** Whether the numbers beside the seed can be believed: somebody is noted there, or the books know somebody. */
async function isTold(seed: NotedSeed, taken: number, known: KnownKeys): Promise<boolean> {
  if (taken < 0) return false;
  if (known.counters.length > 0 || known.knownTo.length > 0) return true;
  for (let epoch = 0; epoch <= taken; epoch += 1) if ((await readNote(seed, epoch)) !== null) return true;
  return false;
}

/**
 * How far the addresses of an epoch went, or null when nothing is noted. A note without any streamer tells nothing: a
 * server that is started writes one at once, also where the seed that is searched took the place of its own later.
 */
async function readNote(seed: NotedSeed, epoch: number): Promise<ReadonlyMap<number, KeyMark> | null> {
  const noted = await readKeyMarks(seed, epoch);
  return noted === null || noted.size === 0 ? null : noted;
}

function highestOf(pairs: readonly (readonly [number, number])[]): Map<number, number> {
  const highest = new Map<number, number>();
  for (const [user, next] of pairs) highest.set(user, Math.max(highest.get(user) ?? 0, next));
  return highest;
}
