import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readJsonFile } from './read-json-file.ts';
import { priceList } from './size-up.ts';

async function read(text: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'brava-prices-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'prices.json');
  await writeFile(path, text);
  const reading = readJsonFile('--prices', path, priceList);
  return await reading.catch((error: unknown) => String(error).replace(path, 'FILE'));
}

test('prices are read', async () => {
  expect(await read('{"currency": "EUR", "machine": 40}')).toEqual({ currency: 'EUR', machine: 40 });
});

test.each([
  ['nonsense', 'It is no JSON'],
  ['{"currency": "EUR", "machine": "40"}', 'machine: Invalid input: expected number, received string'],
  ['{"currency": "EUR", "machines": 40}', 'Unrecognized key: "machines"'],
])('a price that would be left out unsaid is told of: %s', async (text, fault) => {
  expect(await read(text)).toBe(`Error: --prices FILE: ${fault}. See --help.`);
});

test('a file that is not there is told with the option that names it', async () => {
  await expect(readJsonFile('--prices', '/nope', priceList)).rejects.toThrow(
    '--prices /nope: There is no such file.',
  );
});
