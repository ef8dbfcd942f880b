import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Folder } from './corpus-recipes.ts';
import type { Played } from './played.ts';

const folder = fileURLToPath(new URL('corpus/', import.meta.url));
const table = fileURLToPath(new URL('played-by-chromium.json', import.meta.url));

/** One file of the corpus: what is expected of it, and what Chromium made of it. */
export interface CorpusFile {
  path: string;
  folder: Folder;
  bytes: Buffer;
  played: Played;
}

/** Lists the files of the corpus in the order of their paths. */
export function listCorpus(): CorpusFile[] {
  const all = JSON.parse(readFileSync(table, 'utf8')) as Record<string, Played>;
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.includes('.'),
  );
  return paths.sort().map((path) => {
    const played = all[path];
    if (played === undefined) throw new Error(`${path} has not been played: run play-corpus.ts.`);
    return { path, folder: path.split('/')[0] as Folder, bytes: readFileSync(folder + path), played };
  });
}

/** The seconds that one of Chromium's two ways to play took, whichever is longer; null when both fail. */
export function playedSeconds({ clock, decoded }: Played): number | null {
  return clock === null && decoded === null ? null : Math.max(clock ?? 0, decoded ?? 0);
}
