import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveName } from './give-name.ts';

let folder: string;
let draft: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brava-name-'));
  draft = join(folder, 'x.part');
  file = join(folder, 'x.backup');
  await writeFile(draft, 'whole');
});
afterEach(() => rm(folder, { recursive: true }));

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
  'a draft gets its name also where a hard link is answered with %s',
  async (code) => {
    await giveName(draft, file, failing(code));
    expect(await readFile(file, 'utf8')).toBe('whole');
    expect(await readdir(folder)).toEqual(['x.backup']);
  },
);

test.each([
  ['with', undefined],
  ['without', failing('EPERM')],
])('a file that is there is never replaced, %s hard links', async (_, link) => {
  await writeFile(file, 'older');
  await expect(giveName(draft, file, link)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(file, 'utf8')).toBe('older');
});

test('where a draft gets no name, nothing has that name', async () => {
  await expect(giveName(draft, file, failing('ENOSPC'))).rejects.toMatchObject({ code: 'ENOSPC' });
  await rm(draft);
  await expect(giveName(draft, file, failing('EPERM'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(folder)).toEqual([]);
});
