import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createPrivateFile, readPrivateFile, replacePrivateFile } from './private-file.ts';
import { hardenedLimit } from './slip10.ts';

/** A seed whose notes are meant, and the file that they lie beside. */
export interface NotedSeed {
  seedFile: string;
  fingerprint: string;
}

/** How far the addresses of one streamer went in an epoch. */
export interface KeyMark {
  user: number;
  /** The epoch of the streamer's own wallet: an earlier one for whoever came over from a restored database. */
  walletEpoch: number;
  /** No index from here on had been given out. */
  nextIndex: number;
}

/**
 * Takes the next epoch of a seed: 0, 1, 2, … A new database that meets an existing seed takes one, so that its
 * counters, which start again at 0, never lead to a path that was in use before.
 *
 * The epochs taken stand beside the seed as one empty file each in `<seedFile>.epochs/`: two servers that start at
 * once take different ones, and nothing ever lowers the mark. Call it once per database, and store the result there.
 */
export async function nextEpoch(seedFile: string): Promise<number> {
  for (;;) {
    const epoch = (await readEpoch(seedFile)) + 1;
    if (await createPrivateFile(markOf(seedFile, epoch), '')) return epoch;
  }
}

/** The highest epoch of a seed that was ever taken; −1 when none was. */
export async function readEpoch(seedFile: string): Promise<number> {
  const taken = await readdir(folderOf(seedFile)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return Math.max(-1, ...taken.filter((name) => /^\d+$/.test(name)).map(Number));
}

/** Notes that an epoch is taken: a restored or recovered database says which. Repeating it changes nothing. */
export async function raiseEpoch(seedFile: string, epoch: number): Promise<void> {
  if (!Number.isInteger(epoch) || epoch < 0 || epoch >= hardenedLimit) {
    throw new RangeError(`${epoch} is no epoch of a key path`);
  }
  await createPrivateFile(markOf(seedFile, epoch), '');
}

/**
 * Notes beside the seed how far the addresses of an epoch went, so that a search without the database knows how far
 * to look and whose wallet is whose. First whose notes they are: `seed` and its fingerprint. Then one line a streamer:
 * user, wallet epoch, next index. It holds no secret.
 */
export async function writeKeyMarks(
  { seedFile, fingerprint }: NotedSeed,
  epoch: number,
  marks: readonly KeyMark[],
): Promise<void> {
  const lines = marks.map(({ user, walletEpoch, nextIndex }) => `${user} ${walletEpoch} ${nextIndex}\n`);
  await replacePrivateFile(`${markOf(seedFile, epoch)}.marks`, [`seed ${fingerprint}\n`, ...lines].join(''));
}

/**
 * The marks of an epoch by user; null when this seed has none: those of another one tell nothing of its addresses. Older
 * notes do not say whose they are, and are believed. Throws when the file is damaged.
 */
export async function readKeyMarks(
  { seedFile, fingerprint }: NotedSeed,
  epoch: number,
): Promise<ReadonlyMap<number, KeyMark> | null> {
  const path = `${markOf(seedFile, epoch)}.marks`;
  const text = await readPrivateFile(path);
  if (text === null) return null;
  const { owner, body } = /^(?:seed (?<owner>\w+)\n)?(?<body>[^]*)$/.exec(text)?.groups ?? {};
  if (owner !== undefined && owner !== fingerprint) return null;
  const lines = (body ?? '').split('\n').filter((line) => line !== '');
  return new Map(lines.map((line) => parseMark(line, path)).map((mark) => [mark.user, mark]));
}

function parseMark(line: string, path: string): KeyMark {
  const [user, walletEpoch, nextIndex] = line.split(' ').map(Number);
  if (
    !/^\d+ \d+ \d+$/.test(line) ||
    user === undefined ||
    walletEpoch === undefined ||
    nextIndex === undefined
  ) {
    throw new Error(`${path} is damaged. Move it away: then the search goes by what it finds.`);
  }
  return { user, walletEpoch, nextIndex };
}

function folderOf(seedFile: string): string {
  return `${seedFile}.epochs`;
}

function markOf(seedFile: string, epoch: number): string {
  return join(folderOf(seedFile), String(epoch));
}
