import { describe, expect, it } from 'vitest';
import { anonymousName, statusLabels } from '#contract/donation.ts';
import { gradientLabels } from '#contract/gradient.ts';
import { problems } from '#contract/problem.ts';
import { validationTexts } from '#contract/validation-texts.ts';
import { texts as spanish } from './es/donate.ts';
import { flattenTexts, gap } from './flatten-texts.ts';
import { type Place, specTexts } from './spec-texts.ts';
import { texts } from './texts.ts';

const contract = [...Object.values(validationTexts), ...Object.values(problems).map(([, words]) => words)];
const wordsOf = (place: Place): readonly string[] =>
  place === 'contract' ? contract : flattenTexts(texts(place)).map(({ text }) => text);

/** Whole, or in the pieces that stand before, between and after what is inserted. */
const isSaid = (text: string, words: readonly string[]): boolean => {
  const pieces = text.split(gap).map((piece) => piece.trim());
  const said = words.map((word) => word.trim());
  return (
    words.includes(text) ||
    (pieces.length > 1 && pieces.every((piece) => piece === '' || said.includes(piece)))
  );
};

describe.each(specTexts)('every text of $spec is to the letter in $places', ({ places, texts }) => {
  const words = places.flatMap(wordsOf);
  it.each(texts)('%s', (text) => {
    expect(isSaid(text, words), `missing or altered: ‘${text}’`).toBe(true);
  });
});

it('names the six statuses as spec §4 does', () => {
  expect(statusLabels).toEqual({
    PENDING: 'Pending',
    RECEIVED: 'Received',
    SHOWN: 'Shown',
    TRANSFERRED: 'Transferred',
    FAILED: 'Failed',
    EXPIRED: 'Expired',
  });
  expect(texts('common').statuses).toEqual(statusLabels);
});

it('says where no name is given what the stream will show, in either language', () => {
  expect(texts('donate').form.anonymous).toBe(anonymousName);
  expect(spanish.form.anonymous).toBe(anonymousName);
});

it('offers the twelve gradients of spec §3 by their labels, in its order', () => {
  expect(Object.entries(gradientLabels)).toEqual([
    ['none', 'No gradient'],
    ['subtle', 'Subtle gradient'],
    ['vibrant', 'Vibrant gradient'],
    ['neon', 'Neon glow'],
    ['sunset', 'Sunset vibes'],
    ['ocean', 'Ocean waves'],
    ['galaxy', 'Galaxy space'],
    ['fire', 'Fire flame'],
    ['aurora', 'Aurora borealis'],
    ['rainbow', 'Rainbow spectrum'],
    ['metallic', 'Metallic shine'],
    ['custom', 'Custom gradient'],
  ]);
});
