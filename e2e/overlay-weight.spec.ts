import { expect } from '@playwright/test';
import { gzippedLength, watchRequests } from './gzipped-length.ts';
import { browserSource } from './overlay-page.ts';
import { test } from './watched-page.ts';

test('the overlay loads at most 85 KB of script, gzipped', async ({ openPage }) => {
  const page = await openPage(browserSource);
  const { scripts } = watchRequests(page);
  await page.goto('/widget/nobody');
  await expect(page.locator('html')).toHaveAttribute('data-connected', 'true');
  const lengths = await Promise.all([...scripts].map(gzippedLength));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  test.info().annotations.push({ type: 'weight', description: `${total} bytes` });
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThanOrEqual(85_000);
});
