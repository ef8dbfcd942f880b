import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPrivateFile, readPrivateFile, replacePrivateFile } from './private-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brava-private-'));
  await writeFile(join(folder, 'file'), '');
});
afterAll(() => rm(folder, { recursive: true }));

test('a file where no folder is says so, and what to do', async () => {
  const path = join(folder, 'file', 'seed');
  const why = 'a file is in the way. Move it away, or choose another place.';
  await expect(readPrivateFile(path)).rejects.toThrow(`${path} cannot be read: ${why}`);
  await expect(createPrivateFile(path, 'words')).rejects.toThrow(`${path} cannot be written: ${why}`);
  await expect(replacePrivateFile(path, 'words')).rejects.toThrow(`${path} cannot be written: ${why}`);
});
