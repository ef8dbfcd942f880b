import { expect, it } from 'vitest';
import { languagePairs } from './language-pairs.ts';

/** The first with Chromium 103 in its browser source, the oldest that the overlay is built for. */
const oldestObs = 29;

it('no text is content with an OBS that is too old to show the overlay', async () => {
  const pairs = await languagePairs();
  const texts = pairs.flatMap(({ english, spanish }) => [...english, ...spanish]).map(({ text }) => text);
  const named = texts.flatMap((text) => [
    ...text.matchAll(/\bOBS(?: Studio)?(?: to version| a la versión)? (\d+)/gu),
  ]);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(([, version]) => Number(version) < oldestObs).map(([words]) => words)).toEqual([]);
});
