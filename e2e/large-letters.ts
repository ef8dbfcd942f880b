import type { Page } from '@playwright/test';
import { wordsOutside } from './words-outside.ts';

/** Where a page does not keep within a phone of 320 px once its letters are twice as large, in words. It stays so. */
export async function brokenInLargeLetters(page: Page): Promise<string[]> {
  const width = 320;
  await page.setViewportSize({ width, height: 844 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  const outside = await page.evaluate(wordsOutside);
  return [
    ...(scrollWidth > width ? [`scrolls sideways by ${scrollWidth - width} px`] : []),
    ...outside.map((words) => `outside of its box: ${words}`),
  ];
}
