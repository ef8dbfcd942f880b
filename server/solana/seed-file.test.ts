import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Secret } from '#server/app/secret.ts';
import { loadOrCreateSeed, loadSeed, resealSeed, storeSeed } from './seed-file.ts';

const phrase = `${'abandon '.repeat(23)}art`;
let folder: string;
let seedFile: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brava-seed-'));
  seedFile = join(folder, 'keys', 'master-seed');
});
afterEach(() => rm(folder, { recursive: true }));

test('the first start creates 24 words that later starts find, for the owner alone', async () => {
  const first = await loadOrCreateSeed({ seedFile });
  const second = await loadOrCreateSeed({ seedFile });
  expect(first.created).toBe(true);
  expect(second.created).toBe(false);
  expect(second.words.reveal()).toBe(first.words.reveal());
  expect(first.words.reveal().split(' ')).toHaveLength(24);
  expect((await stat(seedFile)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'keys'))).mode & 0o777).toBe(0o700);
});

test('starts at the same moment get the same words, and no draft stays behind', async () => {
  const starts = await Promise.all(Array.from({ length: 10 }, () => loadOrCreateSeed({ seedFile })));
  expect(new Set(starts.map(({ words }) => words.reveal())).size).toBe(1);
  expect(starts.filter(({ created }) => created)).toHaveLength(1);
  expect(await readdir(join(folder, 'keys'))).toEqual(['master-seed']);
});

test('a seed file that others can read is refused, with what to do about it', async () => {
  await loadOrCreateSeed({ seedFile });
  await chmod(seedFile, 0o644);
  await expect(loadOrCreateSeed({ seedFile })).rejects.toThrow(/mode 644.*chmod 600/);
});

test.each([
  ['too few words', 'abandon abandon', /2 words/],
  ['a wrong checksum', `${'abandon '.repeat(23)}abandon`, /checksum/],
  ['a word of no list', `${'abandon '.repeat(23)}bravissimo`, /English list/],
  ['nothing', '', /24/],
])('a seed file with %s is refused without quoting it, and stays as it is', async (_name, text, reason) => {
  await loadOrCreateSeed({ seedFile });
  await writeFile(seedFile, text);
  await expect(loadOrCreateSeed({ seedFile })).rejects.toThrow(reason);
  await expect(loadOrCreateSeed({ seedFile })).rejects.not.toThrow(/abandon|bravissimo/);
  expect(await readFile(seedFile, 'utf8')).toBe(text);
});

test('words of the environment are taken however they are spaced, and no file is written', async () => {
  const masterSeed = new Secret(`  ${phrase.replaceAll(' ', '\n').toUpperCase()} `);
  const { words, created } = await loadOrCreateSeed({ seedFile, masterSeed });
  expect(words.reveal()).toBe(phrase);
  expect(created).toBe(false);
  expect(await readdir(folder)).toEqual([]);
});

test('words of the environment that are no valid phrase are refused', async () => {
  const masterSeed = new Secret('not a seed');
  await expect(loadOrCreateSeed({ seedFile, masterSeed })).rejects.toThrow(/environment holds 3 words/);
});

describe('an encrypted seed file', () => {
  const passphrase = new Secret('correct horse');
  const sealCost = { cost: 1024, blockSize: 8 };

  test('holds no word, opens with its passphrase alone, and can be decrypted again', async () => {
    await storeSeed({ seedFile, passphrase, sealCost }, new Secret(phrase));
    expect(await readFile(seedFile, 'utf8')).not.toContain('abandon');
    expect((await stat(seedFile)).mode & 0o777).toBe(0o600);
    expect((await loadSeed({ seedFile, passphrase })).reveal()).toBe(phrase);
    await resealSeed({ seedFile, passphrase }, null);
    expect((await loadSeed({ seedFile })).reveal()).toBe(phrase);
  });

  test('is what the first start makes when there is a passphrase', async () => {
    const { words } = await loadOrCreateSeed({ seedFile, passphrase, sealCost });
    await expect(loadSeed({ seedFile })).rejects.toThrow(/encrypted. Set SEED_PASSPHRASE/);
    expect((await loadSeed({ seedFile, passphrase })).reveal()).toBe(words.reveal());
  });

  test('keeps its words when it is encrypted later', async () => {
    const { words } = await loadOrCreateSeed({ seedFile });
    await resealSeed({ seedFile, sealCost }, passphrase);
    expect((await loadSeed({ seedFile, passphrase })).reveal()).toBe(words.reveal());
    expect(await readdir(join(folder, 'keys'))).toEqual(['master-seed']);
  });

  test.each([
    ['another passphrase', (text: string) => text, new Secret('wrong horse')],
    ['its end cut off', (text: string) => text.slice(0, -9), passphrase],
    [
      'one character changed',
      (text: string) => text.replace(/.(?=\n$)/, (last) => (last === 'A' ? 'B' : 'A')),
      passphrase,
    ],
    ['a cost that was lowered', (text: string) => text.replace(' 1024 ', ' 512 '), passphrase],
    ['a cost that nobody could pay', (text: string) => text.replace(' 1024 ', ' 8388608 '), passphrase],
    ['nothing but its beginning', () => 'brava-sealed 1', passphrase],
  ])('is refused with %s, and stays as it is', async (_name, spoil, given) => {
    await storeSeed({ seedFile, passphrase, sealCost }, new Secret(phrase));
    const text = spoil(await readFile(seedFile, 'utf8'));
    await writeFile(seedFile, text);
    await expect(loadOrCreateSeed({ seedFile, passphrase: given })).rejects.toThrow(
      /cannot be decrypted.*nothing was changed/,
    );
    expect(await readFile(seedFile, 'utf8')).toBe(text);
  });
});

test('a seed that is missing is not made up where data of another one exists', async () => {
  await expect(loadOrCreateSeed({ seedFile, mayCreate: false })).rejects.toThrow(/brava -- seed import/);
  expect(await readdir(folder)).toEqual([]);
});

test('a folder in the place of the seed file is refused with what to do', async () => {
  await mkdir(seedFile, { recursive: true, mode: 0o700 });
  await expect(loadOrCreateSeed({ seedFile })).rejects.toThrow(/is no file. Move it away/);
});
