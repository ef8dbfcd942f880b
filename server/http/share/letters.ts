import { readFileSync } from 'node:fs';
import { fromPng, type IndexedPicture } from './indexed-png.ts';

/** Where a letter stands in the picture of all letters, and around its place in a line, in pixels of that picture. */
export interface Letter {
  x: number;
  width: number;
  /** From the pen to the left edge. */
  left: number;
  /** How far the pen moves on. */
  advance: number;
}

/** All letters of usernames, drawn large by `scripts/share-cards.ts`. */
export interface Letters {
  picture: IndexedPicture;
  /** From the top of the picture to the line that letters stand on. */
  baseline: number;
  letters: Readonly<Record<string, Letter>>;
  /** What two letters beside each other are moved by. */
  kerning: Readonly<Record<string, number>>;
}

const folder = new URL('pictures/', import.meta.url);

/** Reads the letters from beside this file. */
export function readLetters(): Letters {
  const facts = JSON.parse(readFileSync(new URL('letters.json', folder), 'utf8')) as Omit<Letters, 'picture'>;
  return { ...facts, picture: fromPng(readFileSync(new URL('letters.png', folder))) };
}

/** Letters in their places, from the pen's start; null when one of them is not among ours. Units as in `Letters`. */
export function lineOf(
  text: string,
  { letters, kerning }: Letters,
): { width: number; placed: { letter: Letter; at: number }[] } | null {
  const placed: { letter: Letter; at: number }[] = [];
  let pen = 0;
  let before = '';
  for (const character of text) {
    const letter = Object.hasOwn(letters, character) ? letters[character] : undefined;
    if (letter === undefined) return null;
    pen += kerning[before + character] ?? 0;
    placed.push({ letter, at: pen });
    pen += letter.advance;
    before = character;
  }
  return { width: pen, placed };
}
