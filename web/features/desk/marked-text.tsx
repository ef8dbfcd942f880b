import { markWords } from './marked-words.ts';

/** A donor's text with the words marked that were found in it. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  let at = 0;
  return markWords(text, words).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.found ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>;
  });
}
