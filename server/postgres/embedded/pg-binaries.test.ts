import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restoreLinks } from './pg-binaries.ts';

test('the libraries’ links are made where the install script did not run, and once only', async () => {
  const root = await mkdtemp(join(tmpdir(), 'brava-links-'));
  await mkdir(join(root, 'native/lib'), { recursive: true });
  await writeFile(join(root, 'native/lib/libpq.so.5.18'), 'the library');
  await symlink('libpq.so.5.18', join(root, 'native/lib/libpq.so'));
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }));
  await writeFile(join(root, 'native/pg-symlinks.json'), JSON.stringify(links));
  await Promise.all([restoreLinks(root), restoreLinks(root)]);
  await restoreLinks(root);
  expect(await readFile(join(root, 'native/lib/libpq.so.5'), 'utf8')).toBe('the library');
  await rm(root, { recursive: true });
});
