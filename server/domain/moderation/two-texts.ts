/** Texts that are read one after the other: a donor's name and message. */
export type TwoTexts = readonly [first: string, second: string];

/** What may stand between the two: nothing within a word that is spread over both ('ni', 'ce'), a space within a phrase. */
export const gaps = ['', ' '] as const;

/** Two texts as they are read: each, and one after the other. */
export function asTheyAreRead([first, second]: TwoTexts): string[] {
  return [first, second, ...gaps.map((gap) => first + gap + second)];
}
