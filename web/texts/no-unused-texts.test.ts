import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { languagePairs } from './language-pairs.ts';

const web = join(import.meta.dirname, '..');
const folders = ['../contract', 'app', 'features', 'lib', 'ui', 'overlay'];
/** The guide's chapters and its map are read from their first part to their last, whatever the parts are called. */
const readAsAWhole = /^guide\/|^guide\.ts: moneyPath\./;

/** Every word of the code that could be the name of a text, also the values of the contract by which some are looked up. */
async function namesInUse(): Promise<Set<string>> {
  const names = new Set<string>();
  for (const folder of folders) {
    for (const file of await readdir(join(web, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(file) || file.includes('.test.')) continue;
      const code = await readFile(join(web, folder, file), 'utf8');
      for (const [name] of code.matchAll(/[\w$-]+/g)) names.add(name);
    }
  }
  return names;
}

it('no text is left that no page names', async () => {
  const used = await namesInUse();
  const unused = (await languagePairs()).flatMap(({ file, english }) =>
    english
      .map(({ path }) => path.replaceAll('()', ''))
      .filter((path) => path.split('.').some((name) => !/^\d+$/.test(name) && !used.has(name)))
      .map((path) => `${file}: ${path}`)
      .filter((text) => !readAsAWhole.test(text)),
  );
  expect([...new Set(unused)]).toEqual([]);
});
