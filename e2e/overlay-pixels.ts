import type { Page } from '@playwright/test';

/** A rectangle of a screenshot in CSS pixels. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Opens a reader of the page's pixels: the least and the most opaque one of each area, from 0 to 255, as the page lies
 * over a stream. It reads in a blank page beside it, since nothing may change in the overlay's own.
 */
export async function openPixelReader(page: Page) {
  const reader = await page.context().newPage();
  return async (areas: readonly Area[]): Promise<{ least: number; most: number }[]> => {
    const picture = await page.screenshot({ omitBackground: true });
    return await reader.evaluate(readOpacity, { base64: picture.toString('base64'), areas });
  };
}

async function readOpacity({ base64, areas }: { base64: string; areas: readonly Area[] }) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  if (context === null) throw new Error('There is no canvas to read the picture with.');
  context.drawImage(bitmap, 0, 0);
  return areas.map(({ x, y, width, height }) => {
    const { data } = context.getImageData(x, y, width, height);
    let [least, most] = [255, 0];
    for (let i = 3; i < data.length; i += 4) {
      least = Math.min(least, data[i] ?? 0);
      most = Math.max(most, data[i] ?? 0);
    }
    return { least, most };
  });
}
