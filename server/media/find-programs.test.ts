import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findPrograms } from './find-programs.ts';

async function found(name: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of findPrograms(name)) paths.push(path);
  return paths;
}

test('a program is a file that may be run, in a folder of the path or where its own path says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'brava-program-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  for (const each of [first, second]) {
    await mkdir(each);
    await writeFile(join(each, 'program'), '', { mode: 0o600 });
  }
  vi.stubEnv('PATH', ['', first, join(folder, 'missing'), second].join(delimiter));
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await found('program')).toEqual([]);
  await chmod(join(second, 'program'), 0o700);
  expect(await found('program')).toEqual([join(second, 'program')]);
  await chmod(join(first, 'program'), 0o700);
  expect(await found('program')).toEqual([join(first, 'program'), join(second, 'program')]);
  expect(await found(join(second, 'program'))).toEqual([join(second, 'program')]);
  expect(await found(join(second, 'other'))).toEqual([]);
});
