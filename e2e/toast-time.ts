import { expect, type Locator, type Page } from '@playwright/test';

/** Stops the clock of a page whose clock was installed: what is shown from here on stands until the test lets time go by. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2000));
}

/** Expects of a toast that came while the clock stood that it stands for so long, give or take 100 ms, and then goes. */
export async function expectStandsFor(page: Page, toast: Locator, ms: number): Promise<void> {
  await expect(toast).toBeVisible();
  await page.clock.runFor(ms - 100);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toHaveCount(0);
}
