import { expect } from '@playwright/test';
import { enterState, stateOf } from './app-states.ts';
import { test } from './state-page.ts';

const state = stateOf('account created');

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`all that is kept, and the way on, can be seen without scrolling at ${width} x ${height}`, async ({
    openState,
  }) => {
    const { page } = await openState(state, { viewport: { width, height } });
    await enterState(page, state);
    const goOn = page.getByRole('link', { name: 'Continue to Dashboard' });
    const onward = await goOn.boundingBox();
    for (const kept of [
      page.getByRole('heading', { name: 'Account Created Successfully!' }),
      page.getByRole('textbox', { name: 'Private key' }),
      page.getByRole('region', { name: 'Private key' }).getByRole('button', { name: 'Copy' }),
      page.getByText('Save your private key now.'),
      page.getByRole('textbox', { name: 'Password recovery code' }),
      page.getByRole('button', { name: 'Download' }),
      page.locator('.copyline'),
    ]) {
      await expect(kept).toBeInViewport({ ratio: 1 });
      const box = await kept.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(onward?.y ?? 0);
    }
    await expect(goOn).toBeInViewport({ ratio: 1 });
    const tooHigh = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(tooHigh).toBe(0);
  });

test('the way on stays in sight where the rest needs scrolling, and covers nothing that gets the focus', async ({
  openState,
}) => {
  const { page } = await openState(state, { viewport: { width: 320, height: 568 } });
  await enterState(page, state);
  const goOn = page.getByRole('link', { name: 'Continue to Dashboard' });
  await expect(goOn).toBeInViewport({ ratio: 1 });
  const copyLink = page.getByRole('button', { name: 'Copy donation link' });
  for (
    let tabs = 0;
    tabs < 12 && !(await copyLink.evaluate((it) => it === document.activeElement));
    tabs += 1
  )
    await page.keyboard.press('Tab');
  await expect(copyLink).toBeFocused();
  const [box, onward] = [await copyLink.boundingBox(), await goOn.boundingBox()];
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(onward?.y ?? 0);
});
