import { expect, it } from 'vitest';
import { markWords, unmarkedWords } from './marked-words.ts';

const found = (text: string, ...words: string[]) =>
  markWords(text, words)
    .filter((piece) => piece.found)
    .map((piece) => piece.text);

it('marks whole words whatever their case and accents', () => {
  expect(found('Darn it, DÁRN it', 'darn')).toEqual(['Darn', 'DÁRN']);
  expect(found('a darning needle', 'darn')).toEqual([]);
});

it('marks phrases, and words with accents that are written as combining marks', () => {
  expect(found('what the heck now', 'the heck')).toEqual(['the heck']);
  expect(found('cafe\u0301 here', 'café')).toEqual(['cafe\u0301']);
});

it('the pieces are the text again, also with emoji and right-to-left letters', () => {
  const text = '🦊 שלום darn 👩‍👩‍👧 x';
  expect(
    markWords(text, ['darn', ''])
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
  expect(found('שלום עולם', 'עולם')).toEqual(['עולם']);
});

it('without found words the text stays in one piece', () => {
  expect(markWords('hello', [])).toEqual([{ text: 'hello', found: false }]);
  expect(markWords('', ['x'])).toEqual([]);
});

it('tells which found words it marks nowhere', () => {
  expect(unmarkedWords(['Ana', 'b a n a n a and D4RN, heck'], ['banana', 'darn', 'heck', 'ana'])).toEqual([
    'banana',
    'darn',
  ]);
});
