/**
 * Makes the corpus that the meter is tested with: `node server/test/media/make-corpus.ts`. It needs
 * ffmpeg with its usual encoders and Chromium; the tests need neither, since the files are kept. After it,
 * `play-corpus.ts` has to play the files again. Files are made only where they are missing.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recipes } from './corpus-recipes.ts';
import type { Folder } from './corpus-recipes.ts';
import { forgeries } from './forge/forgeries.ts';
import { recordInChromium } from './record-in-chromium.ts';

const corpus = fileURLToPath(new URL('corpus/', import.meta.url));
const tone = (seconds: number): string =>
  `aevalsrc='0.4*sin(2*PI*(300+40*t)*t)*(0.6+0.4*sin(9*t))':s=48000:d=${seconds}`;

async function keep(folder: Folder, name: string, make: () => Buffer | Promise<Buffer>): Promise<void> {
  const path = join(corpus, folder, name);
  if (existsSync(path)) return;
  await mkdir(join(corpus, folder), { recursive: true });
  await writeFile(path, await make());
  console.log(path);
}

for (const [name, { folder, seconds, options }] of Object.entries(recipes)) {
  await keep(folder, name, () => {
    const path = join(corpus, folder, name);
    const input = ['-v', 'error', '-y', '-f', 'lavfi', '-i', tone(seconds)];
    const run = spawnSync('ffmpeg', [...input, ...options.split(' '), '-fflags', '+bitexact', path]);
    if (run.status !== 0) throw new Error(`${name}: ${run.stderr.toString()}`);
    return readFile(path);
  });
}
for (const [name, type] of [
  ['webm-recorded.webm', 'audio/webm;codecs=opus'],
  ['m4a-recorded.m4a', 'audio/mp4;codecs=opus'],
] as const)
  await keep('plays', name, () => recordInChromium(type));
for (const [name, { folder, from, forge }] of Object.entries(forgeries))
  await keep(folder, name, async () => {
    const sources = from.map((path) => readFile(join(corpus, path)));
    return forge(...(await Promise.all(sources)));
  });
