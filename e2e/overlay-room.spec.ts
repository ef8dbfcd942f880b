import { expect, type Page } from '@playwright/test';
import { test } from './overlay-page.ts';
import { hardTexts } from './overlay-texts.ts';

const long = hardTexts['long'] ?? { donatorName: '', message: '' };

/** How many lines of its message each card shows, the oldest first, and where the first card begins. */
function linesOn(page: Page) {
  return page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('article')];
    const lines = cards.map((card) => {
      const message = card.querySelector<HTMLElement>('.alert-card-message');
      return Math.round((message?.clientHeight ?? 0) / (17 * 1.38));
    });
    return { lines, top: cards[0]?.offsetTop ?? 0 };
  });
}

for (const { width, height, shares } of [
  { width: 1920, height: 1080, shares: ['5', '5 5', '5 5 5', '5 5 5 5', '4 4 4 4 4'] },
  { width: 800, height: 600, shares: ['5', '5 5', '3 3 3', '1 1 1 1', '2 0 0 0 0'] },
  { width: 400, height: 600, shares: ['5', '5 5', '3 3 3', '1 1 1 1', '2 0 0 0 0'] },
]) {
  test(`${width}x${height}: messages have the lines that there is room for, and what is read stays`, async ({
    openOverlay,
    standIn,
  }) => {
    const page = await openOverlay({ viewport: { width, height } });
    const ids: string[] = [];
    for (const share of shares) {
      ids.push(standIn.show({ ...long, shownMs: 60_000 }).alertId);
      await expect(page.getByRole('article')).toHaveCount(ids.length);
      const { lines, top } = await linesOn(page);
      expect.soft(lines.join(' ')).toBe(share);
      expect.soft(top).toBeGreaterThanOrEqual(24);
    }
    // Room that becomes free is given back, and a source that grows in the middle of an alert has more of it.
    standIn.emit('alert_skipped', { alertId: ids[4] ?? '' });
    await expect(page.getByRole('article')).toHaveCount(4);
    expect.soft((await linesOn(page)).lines.join(' ')).toBe(shares[3]);
    await page.setViewportSize({ width, height: height + 200 });
    await expect.poll(async () => Math.min(...(await linesOn(page)).lines)).toBeGreaterThan(1);
  });
}

test('among many cards a short message keeps its line, and those without one leave their room to others', async ({
  openOverlay,
  standIn,
}) => {
  const page = await openOverlay();
  standIn.show({ message: 'Good luck', shownMs: 60_000 });
  for (let i = 0; i < 3; i++) standIn.show({ message: '', shownMs: 60_000 });
  await expect(page.getByRole('article')).toHaveCount(4);
  standIn.show({ message: 'first time here', shownMs: 60_000 });
  await expect(page.getByRole('article')).toHaveCount(5);
  expect((await linesOn(page)).lines).toEqual([1, 0, 0, 0, 0]);
});
