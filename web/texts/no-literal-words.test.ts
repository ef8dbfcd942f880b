import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findLiteralWords } from './find-literal-words.ts';

const web = join(import.meta.dirname, '..');

/** Names, units and marks that are the same in every language; the sources in OBS are found again by theirs. */
const names =
  /: (?:Brava(?: alerts| goal| leaderboard| latest donations)?|SOL|OBS|Devnet|Solana(?: Devnet)?|\w{4}…\w{4})$/;
/** One cheer in many languages. */
const cheers = /: (?:Bravó|Браво|برافو|Μπράβο|¡Brava!|בראבו|Brawo)$/;
/** The description of the API is English, as its calls and refusals are. */
const english = /^features\/docs\//;
const isLeftOut = (line: string): boolean => [names, cheers, english].some((pattern) => pattern.test(line));

it('finds words in the text, in what is announced, in toasts and in constants', () => {
  const code = `
    const words = { late: 'Paid too late' };
    export const Page = () => <p title={on ? 'Show less' : 'all'} className="a b">Hello {name}</p>;
    toast.error(\`Failed for \${name}\`);
    console.warn('The log is for operators.');
  `;
  expect(findLiteralWords(code)).toEqual([
    '2: Paid too late',
    '3: Show less',
    '3: all',
    '3: Hello',
    '4: Failed for',
  ]);
});

it('no page, component or module of the app holds words of its own: they stand in the dictionary', async () => {
  const found: string[] = [];
  for (const folder of ['app', 'features', 'lib', 'ui']) {
    for (const file of await readdir(join(web, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(file) || /\.test\.|\.d\.ts$|fixture/.test(file)) continue;
      const words = findLiteralWords(await readFile(join(web, folder, file), 'utf8'));
      found.push(...words.map((line) => `${folder}/${file}:${line}`).filter((line) => !isLeftOut(line)));
    }
  }
  expect(found).toEqual([]);
});
