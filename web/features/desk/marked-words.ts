/** A piece of a donor's text; `found` when a listed word stands there. */
export interface TextPiece {
  text: string;
  found: boolean;
}

/**
 * Cuts a text at the words that were found in it.
 *
 * By whole word, whatever the case and accents, as the server finds them; a word that is not there marks nothing.
 */
export function markWords(text: string, words: readonly string[]): TextPiece[] {
  const { folded, origins } = foldWithOrigins(text);
  const marked = new Set<number>();
  for (const word of words) {
    for (const at of findWord(folded, fold(word))) {
      for (const origin of origins.slice(at.start, at.end)) marked.add(origin);
    }
  }
  return groupPieces(text, marked);
}

/** The words that `markWords` marks in none of the texts: those that are written in another way than in the list. */
export function unmarkedWords(texts: readonly string[], words: readonly string[]): string[] {
  return [...new Set(words)].filter(
    (word) => !texts.some((text) => markWords(text, [word]).some((piece) => piece.found)),
  );
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The folded text, and for each of its characters where in `text` it comes from. */
function foldWithOrigins(text: string): { folded: string; origins: number[] } {
  let folded = '';
  const origins: number[] = [];
  let at = 0;
  for (const letter of text) {
    const part = fold(letter);
    folded += part;
    for (let i = 0; i < part.length; i += 1) origins.push(at);
    at += letter.length;
  }
  return { folded, origins };
}

function* findWord(folded: string, word: string): Generator<{ start: number; end: number }> {
  if (word === '') return;
  for (let start = folded.indexOf(word); start !== -1; start = folded.indexOf(word, start + 1)) {
    const end = start + word.length;
    if (!isLetter(folded.charAt(start - 1)) && !isLetter(folded.charAt(end))) yield { start, end };
  }
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}

function groupPieces(text: string, marked: ReadonlySet<number>): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const letter of text) {
    const last = pieces.at(-1);
    // A combining mark belongs to the letter before it.
    const found = /\p{M}/u.test(letter) ? (last?.found ?? false) : marked.has(at);
    if (last?.found === found) last.text += letter;
    else pieces.push({ text: letter, found });
    at += letter.length;
  }
  return pieces;
}
