import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { languages } from '#web/texts/language.ts';
import { origin, type Stage } from './stage.ts';

const run = promisify(execFile);

/** A look of the product: theme and language. */
export interface View {
  theme: 'dark' | 'light';
  language: keyof typeof languages;
}

const views: View[] = (['dark', 'light'] as const).flatMap((theme) =>
  (Object.keys(languages) as View['language'][]).map((language) => ({ theme, language })),
);

/** Opens pages in every theme and language, and keeps what is photographed as WebP with its size. */
export class Camera {
  readonly #browser: Browser;
  readonly #folder: string;
  readonly #sizes = new Map<string, [number, number]>();

  constructor(browser: Browser, folder: string) {
    this.#browser = browser;
    this.#folder = folder;
  }

  /** Calls `shoot` in each view, with a context in which the streamer is signed in. */
  async inEveryView(
    { token }: Stage,
    viewport: { width: number; height: number },
    shoot: (context: BrowserContext, view: View) => Promise<void>,
  ): Promise<void> {
    for (const view of views) {
      const context = await this.#browser.newContext({
        viewport,
        deviceScaleFactor: 2,
        colorScheme: view.theme,
        reducedMotion: 'reduce',
        locale: view.language === 'en' ? 'en-US' : 'es',
        timezoneId: 'Europe/Madrid',
      });
      await context.addCookies([{ name: 'language', value: view.language, url: origin }]);
      await context.addInitScript((stored) => localStorage.setItem('token', stored), token);
      await shoot(context, view);
      await context.close();
    }
  }

  /** A part of a page, or all that the window shows. */
  async take(name: string, { theme, language }: View, part: Locator | Page): Promise<void> {
    const png = await part.screenshot({ animations: 'disabled' });
    const file = join(this.#folder, `${name}-${language}-${theme}`);
    await writeFile(`${file}.png`, png);
    const options = ['-c:v', 'libwebp', '-quality', '46', '-compression_level', '6', '-preset', 'text'];
    await run('ffmpeg', ['-y', '-v', 'error', '-i', `${file}.png`, ...options, `${file}.webp`]);
    await rm(`${file}.png`);
    // A PNG tells its size in its first chunk.
    const size: [number, number] = [png.readUInt32BE(16) / 2, png.readUInt32BE(20) / 2];
    this.#sizes.set(`${name}-${language}`, size);
  }

  /** Width and height of every picture as it is shown. */
  sizesText(): string {
    const names = [...this.#sizes.keys()].toSorted((one, other) => one.localeCompare(other));
    const lines = names.map((name) => `  ${JSON.stringify(name)}: [${this.#sizes.get(name)?.join(', ')}]`);
    return `{\n${lines.join(',\n')}\n}\n`;
  }
}
