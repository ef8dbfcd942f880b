import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { getChromium } from './find-chromium.mjs';
import { assemblePaper, countPages, digest, paperFiles, sourceDigest } from './white-paper/paper.ts';

/**
 * Builds the white paper, `web/public/white-paper.pdf`, from `docs/white-paper/`, and notes beside the source what it was
 * built from: `npm run white-paper`. A test compares. Fonts and light tokens are the web app's own.
 */
async function main(): Promise<void> {
  const executablePath = await getChromium();
  await writeFile(paperFiles.assembled, await assemblePaper());
  const browser = await chromium.launch({ executablePath, args: ['--font-render-hinting=none'] });
  try {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(paperFiles.assembled).href);
    await page.evaluate(() => document.fonts.ready);
    const pdf = await page.pdf({
      preferCSSPageSize: true,
      printBackground: true,
      tagged: true,
      outline: true,
    });
    await writeFile(paperFiles.pdf, pdf);
    const built = { source: await sourceDigest(), pdf: digest(pdf) };
    await writeFile(paperFiles.built, `${JSON.stringify(built, null, 2)}\n`);
    console.log(`${countPages(pdf)} pages, ${Math.round(pdf.length / 1024)} KB.`);
  } finally {
    await browser.close();
  }
}

await main();
