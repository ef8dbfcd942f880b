import { expect } from '@playwright/test';
import { browserSource } from './overlay-page.ts';
import { test } from './watched-page.ts';

/** Bytes of a script as the server sends it to whoever takes gzip. */
async function gzippedLength(url: string): Promise<number> {
  const reply = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  expect(reply.headers.get('content-encoding'), url).toBe('gzip');
  await reply.arrayBuffer();
  return Number(reply.headers.get('content-length'));
}

test('the overlay loads at most 85 KB of script, gzipped', async ({ openPage }) => {
  const page = await openPage(browserSource);
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(response.url());
  });
  await page.goto('/widget/nobody');
  await expect(page.locator('html')).toHaveAttribute('data-connected', 'true');
  const lengths = await Promise.all([...scripts].map(gzippedLength));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  test.info().annotations.push({ type: 'weight', description: `${total} bytes` });
  expect(total).toBeGreaterThan(10_000);
  expect(total).toBeLessThanOrEqual(85_000);
});
