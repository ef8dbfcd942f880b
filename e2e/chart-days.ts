import type { Page } from '@playwright/test';

/** Plays the days of the chart: fourteen, the eleventh of November without any. */
export async function withDays(page: Page): Promise<void> {
  const amounts = [3.6, 6, 2.4, 0, 4.8, 10.4, 17.6, 12.8, 4, 1.8, 6.6, 8.2, 19, 11.4];
  const days = amounts.map((amount, index) => ({
    date: `2026-11-${String(index + 8).padStart(2, '0')}`,
    amount,
    count: Math.ceil(amount / 2),
  }));
  await page.route(/\/api\/donations\/daily\?days=14$/, (route) =>
    route.fulfill({ json: { timeZone: 'UTC', days } }),
  );
}
