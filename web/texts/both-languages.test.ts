import { describe, expect, it } from 'vitest';
import { gap } from './flatten-texts.ts';
import { languagePairs } from './language-pairs.ts';

/** Words that are the same in both languages: names, units, and what the spec fixes. */
const same =
  /^(?:[^\p{L}]*|.*\b(?:Brava|Solana|Devnet|SOL|OBS|WebSocket|Streamlabs|Twitch|API|CSS|PDF|URL|ID)\b.*)$/u;

const gapsIn = (text: string): number => text.split(gap).length - 1;

describe.each(await languagePairs())('$file', ({ english, spanish }) => {
  const inSpanish = new Map(spanish.map(({ path, text }) => [path, text]));

  it('has a Spanish text wherever it has an English one', () => {
    const missing = english.filter(({ path, text }) => text !== '' && !inSpanish.get(path));
    expect(missing).toEqual([]);
  });

  it('inserts in Spanish as much as in English', () => {
    const different = english.filter(({ path, text }) => gapsIn(text) !== gapsIn(inSpanish.get(path) ?? ''));
    expect(different.map(({ path, text }) => [text, inSpanish.get(path)])).toEqual([]);
  });

  it('is translated', () => {
    const untranslated = english.filter(
      ({ path, text }) => text.length > 12 && !same.test(text) && inSpanish.get(path) === text,
    );
    expect(untranslated).toEqual([]);
  });
});
