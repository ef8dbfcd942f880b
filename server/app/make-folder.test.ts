import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

async function somewhere(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'brava-folder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('what is missing on the way is made, for its owner alone, also by several at once', async () => {
  const folder = await somewhere();
  const path = join(folder, 'a', 'b', 'c');
  expect(await makeFolder(path)).toBe(join(folder, 'a'));
  expect((await stat(join(folder, 'a'))).mode & 0o777).toBe(0o700);
  expect(await makeFolder(path)).toBeUndefined();
  for (let round = 0; round < 50; round += 1) {
    const together = Array.from({ length: 8 }, () => makeFolder(join(folder, `${round}`, 'd', 'e')));
    await expect(Promise.all(together)).resolves.toHaveLength(8);
  }
});

test('a file on the way and a link that leads nowhere are told', async () => {
  const folder = await somewhere();
  await writeFile(join(folder, 'file'), '');
  await symlink(join(folder, 'gone', 'disk'), join(folder, 'link'));
  await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(folder, 'file', 'x'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(makeFolder(join(folder, 'link'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(folder, 'link', 'x'))).rejects.toMatchObject({ code: 'EEXIST' });
});

test.runIf(process.platform === 'linux')(
  'a file system that makes no folders says so, and hangs nobody',
  async () => {
    await expect(makeFolder('/proc/brava/postgres')).rejects.toMatchObject({ code: 'ENOENT' });
  },
);
