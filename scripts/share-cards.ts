import { writeFile } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { fromPng, toPng } from '#server/http/share/indexed-png.ts';
import { sharePalette } from '#server/http/share/share-palette.ts';
import { getChromium } from './find-chromium.mjs';
import { cardDocument, cards } from './share-cards/card-document.ts';
import { drawLetters } from './share-cards/draw-letters.ts';
import { nearestColors } from './share-cards/nearest-colors.ts';

const folder = new URL('../server/http/share/pictures/', import.meta.url);

/**
 * Draws what the server's pictures for shared links are put together from: cards without a name, and the letters of names.
 * `node scripts/share-cards.ts`, after a change of look or words; the server itself needs neither browser nor fonts.
 */
async function main(): Promise<void> {
  const executablePath = await getChromium();
  const browser = await chromium.launch({ executablePath, args: ['--font-render-hinting=none'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
    for (const [name, words] of Object.entries(cards)) {
      await page.setContent(await cardDocument(words));
      await page.evaluate(() => document.fonts.ready);
      await write(`${name}.png`, await toPng(await seen(page)));
    }
    const { picture, facts } = await drawLetters(page);
    await write('letters.png', await toPng(picture));
    await write('letters.json', `${JSON.stringify(facts)}\n`);
  } finally {
    await browser.close();
  }
}

/** What the page shows, in the colours of the cards. */
async function seen(page: Page) {
  const shot = (await page.screenshot()).toString('base64');
  const rgba = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const context = new OffscreenCanvas(1200, 630).getContext('2d');
    if (context === null) throw new Error('This browser draws nothing.');
    context.drawImage(image, 0, 0);
    return [...context.getImageData(0, 0, 1200, 630).data];
  }, shot);
  const palette = sharePalette();
  return { width: 1200, height: 630, pixels: nearestColors(rgba, palette), palette };
}

async function write(name: string, content: Buffer | string): Promise<void> {
  await writeFile(new URL(name, folder), content);
  if (typeof content !== 'string') fromPng(content);
  console.log(`${name}: ${content.length} bytes.`);
}

await main();
