import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { getChromium } from './find-chromium.mjs';
import { Camera } from './guide-pictures/camera.ts';
import { shootHidden, shootOverlay, shootQueue, shootResting } from './guide-pictures/shots.ts';
import { startProduct } from './guide-pictures/start-product.ts';
import { fillStage } from './guide-pictures/stage.ts';

/**
 * Takes the pictures of the guide from the running product, in both themes and languages, at twice their size, into
 * `web/features/guide/pictures/`. By hand, after `npm run build`: `npx node scripts/guide-pictures.ts`. Needs ffmpeg with
 * libwebp, for the web's small pictures. Removes the pictures of before.
 */
async function main(): Promise<void> {
  const executablePath = await getChromium();
  const folder = join(import.meta.dirname, '..', 'web', 'features', 'guide', 'pictures');
  await mkdir(folder, { recursive: true });
  const product = await startProduct();
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--autoplay-policy=no-user-gesture-required',
      '--font-render-hinting=none',
      '--force-color-profile=srgb',
      // The pictures show an address that a streamer would have.
      `--host-resolver-rules=MAP brava.example ${new URL(product.url).host}`,
    ],
  });
  try {
    await empty(folder);
    const camera = new Camera(browser, folder);
    const stage = await fillStage(browser, product.url);
    await shootResting(camera, stage);
    await shootOverlay(camera, stage);
    await shootQueue(camera, stage);
    await shootHidden(camera, stage);
    await writeFile(join(folder, 'sizes.json'), camera.sizesText());
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function empty(folder: string): Promise<void> {
  const old = (await readdir(folder)).filter((file) => file.endsWith('.webp'));
  await Promise.all(old.map((file) => rm(join(folder, file))));
}

await main();
