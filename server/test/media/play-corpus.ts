/**
 * Plays every file of the corpus in Chromium and keeps how long that took, as the truth that the meter is
 * tested against: `node server/test/media/play-corpus.ts [part of a name]`, about four minutes.
 */
import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { launchChromium, serveFiles } from './chromium.ts';
import type { Played } from './played.ts';

const corpus = fileURLToPath(new URL('corpus/', import.meta.url));
const kept = fileURLToPath(new URL('played-by-chromium.json', import.meta.url));
const atOnce = 12;
const types: Record<string, string> = {
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.m4a': 'audio/mp4',
  '.webm': 'audio/webm',
};

const part = process.argv[2] ?? '';
const paths = (await readdir(corpus, { recursive: true })).filter((path) => extname(path) !== '').sort();
const played: Record<string, Played> = part === '' ? {} : JSON.parse(readFileSync(kept, 'utf8'));
const server = await serveFiles((path) =>
  paths.includes(path) ? { bytes: readFileSync(corpus + path), type: types[extname(path)] ?? '' } : null,
);
const browser = await launchChromium();
try {
  const context = await browser.newContext();
  const wanted = paths.filter((path) => path.includes(part));
  for (let at = 0; at < wanted.length; at += atOnce) {
    const page = await context.newPage();
    await page.goto(server.url);
    const some = wanted.slice(at, at + atOnce);
    const results = await Promise.all(some.map((path) => play(page, path)));
    some.forEach((path, index) => {
      const result = results[index];
      if (result !== undefined) played[path] = result;
      console.log(path, JSON.stringify(result));
    });
    await page.close();
  }
} finally {
  await browser.close();
  server.stop();
}
const sorted = Object.fromEntries(Object.entries(played).sort(([one], [other]) => (one < other ? -1 : 1)));
await writeFile(kept, `${JSON.stringify(sorted, toMilliseconds, 2)}\n`);

function toMilliseconds(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
}

/** Plays one file in an `<audio>` element, and decodes it as a whole. */
function play(page: Page, path: string): Promise<Played> {
  return page.evaluate(async (path) => {
    const audio = new Audio(`/${path}`);
    let startedAt = 0;
    audio.addEventListener('playing', () => (startedAt ||= performance.now()));
    const element = await new Promise<{ ended: number | null; clock: number | null }>((resolve) => {
      const end = (isEnded: boolean): void =>
        resolve({
          ended: isEnded ? audio.currentTime : null,
          clock: startedAt === 0 ? null : (performance.now() - startedAt) / 1000,
        });
      audio.addEventListener('ended', () => end(true));
      audio.addEventListener('error', () => end(false));
      setTimeout(end, 32_000, false);
      audio.play().catch(() => undefined);
    });
    audio.removeAttribute('src');
    audio.load();
    const bytes = await (await fetch(`/${path}`)).arrayBuffer();
    const whole = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes).catch(() => null);
    return { ...element, decoded: whole === null ? null : whole.duration };
  }, path);
}
