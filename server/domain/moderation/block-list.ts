import type { BlockKind } from '#contract/block-kinds.ts';
import type { Words } from './judge-donation.ts';
import { asLetters, normalLetters, readingsOf, tokensOf } from './normal-letters.ts';
import { asTheyAreRead } from './two-texts.ts';
import { findWords, indexWords, lettersIn, lettersOf } from './word-index.ts';

/** What may be entered into a block list. */
export interface BlockWish {
  kind: BlockKind;
  value: string;
}

/** How an entry is stored: `key` is what donations are looked up by, `folded` what equal entries have in common. */
interface BlockKeys {
  key: string;
  folded: string;
}

/** Everything about a donation that a block list may name. */
export interface BlockMarks extends Words {
  payers: readonly string[];
}

/** Signs that names are compared without. */
const noLetterOrFigure = /[^\p{L}\p{N}]/gu;

/**
 * How an entry is looked up; null for a word that has no letter or figure, which nothing would ever find.
 *
 * - A wallet is its address, to the letter.
 * - A name is all of its letters and figures, whatever their case and accents and what stands between them; a name that
 *   has none is what it is without spaces.
 * - A word or phrase is found as the word lists find theirs.
 */
export function blockKeysOf({ kind, value }: BlockWish): BlockKeys | null {
  if (kind === 'wallet') return { key: value, folded: value };
  if (kind === 'name') return { key: foldName(value), folded: foldName(value) };
  const key = lettersOf(value);
  return key === null ? null : { key, folded: normalLetters(value).replaceAll(/\s+/gu, ' ') };
}

/** Under which keys to look for entries. */
interface LookUp {
  wallet: string[];
  name: string[];
  /** Null: under all of them. */
  word: string[] | null;
}

/** Under which keys entries may stand that fit a donation. Of wallets and names these do; of words they may. */
export function blockKeysFor({ donatorName, message, payers }: BlockMarks): LookUp {
  const tokens = asTheyAreRead([donatorName, message]).flatMap(tokensOf);
  return { wallet: [...payers], name: nameForms(donatorName), word: lettersIn(tokens) };
}

/** The entry that fits a donation; of several a wallet before a name before a word. Pure. */
export function findBlock<T extends BlockWish>(marks: BlockMarks, entries: readonly T[]): T | null {
  const names = new Set(nameForms(marks.donatorName));
  const of = (kind: BlockKind): T[] => entries.filter((entry) => entry.kind === kind);
  const found =
    of('wallet').find(({ value }) => marks.payers.includes(value)) ??
    of('name').find(({ value }) => names.has(foldName(value))) ??
    findWord(marks, of('word'));
  return found ?? null;
}

function findWord<T extends BlockWish>(
  { donatorName, message }: Words,
  entries: readonly T[],
): T | undefined {
  if (entries.length === 0) return undefined;
  const index = indexWords(entries.map(({ value }) => value));
  const [found] = asTheyAreRead([donatorName, message]).flatMap((text) => findWords(tokensOf(text), index));
  return found && entries.find(({ value }) => value === found.word);
}

/** The ways in which a name may be meant: as it stands, and with figures, signs and look-alikes read as letters. */
function nameForms(name: string): string[] {
  return [...new Set([name, ...readingsOf(name).flatMap(asLetters)].map(foldName))];
}

function foldName(name: string): string {
  const normal = normalLetters(name);
  const letters = normal.replaceAll(noLetterOrFigure, '');
  return letters === '' ? normal.replaceAll(/\s/gu, '') : letters;
}
