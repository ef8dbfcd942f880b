import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isExecutable } from './is-executable.ts';

test('a program is a file that may be run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'brava-program-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'program');
  expect(await isExecutable(path)).toBe(false);
  await writeFile(path, '', { mode: 0o600 });
  expect(await isExecutable(path)).toBe(false);
  await chmod(path, 0o700);
  expect(await isExecutable(path)).toBe(true);
});
