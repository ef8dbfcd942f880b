import { expect, test } from '@playwright/test';
import { appStates, enterState } from './app-states.ts';
import { openStatePage } from './state-page.ts';

/** The Chromium that the pictures were taken with. Another one draws letters a little differently and is not compared. */
const pictured = '156';

/** States that look the same every time: fixed clock and data, Latin text in our own fonts, nothing that moves. */
const stable = [
  'landing',
  'sign-in',
  'donation form',
  'donation expired',
  'link not found',
  'settings',
  'donations',
  'dashboard',
];

test.use({
  trace: 'off',
  launchOptions: [
    async ({ launchOptions }, use) => {
      const drawing = ['--font-render-hinting=none', '--force-color-profile=srgb', '--disable-lcd-text'];
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...drawing] });
    },
    { scope: 'worker' },
  ],
});

for (const state of appStates.filter(({ name }) => stable.includes(name))) {
  for (const width of [390, 1440]) {
    test(`looks as before: ${state.name} at ${width} px`, async ({ browser }) => {
      const isComparable = process.platform === 'linux' && browser.version().startsWith(`${pictured}.`);
      test.skip(!isComparable, `The pictures are of Chromium ${pictured} on Linux.`);
      const { page } = await openStatePage(browser, state);
      await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
      await enterState(page, state);
      await page.evaluate(() => document.fonts.ready);
      const name = `${state.name.replaceAll(' ', '-')}-${width}.png`;
      await expect(page).toHaveScreenshot(name, { maxDiffPixelRatio: 0.02 });
      await page.context().close();
    });
  }
}
