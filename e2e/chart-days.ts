import type { Page } from '@playwright/test';

const amounts = [3.6, 6, 2.4, 0, 4.8, 10.4, 17.6, 12.8, 4, 1.8, 6.6, 8.2, 19, 11.4];

/** Plays the days of the chart: fourteen, the eleventh of November without any; or as many donations with no SOL in them. */
export async function withDays(page: Page, paidIn: 'SOL' | 'tokens' = 'SOL'): Promise<void> {
  const days = amounts.map((amount, index) => ({
    date: `2026-11-${String(index + 8).padStart(2, '0')}`,
    amount: paidIn === 'SOL' ? amount : 0,
    count: Math.ceil(amount / 2),
  }));
  await page.route(/\/api\/donations\/daily\?days=14$/, (route) =>
    route.fulfill({ json: { timeZone: 'UTC', days } }),
  );
}
