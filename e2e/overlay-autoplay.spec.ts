import { expect } from '@playwright/test';
import { test } from './overlay-page.ts';

// A trace looks into the page, and that counts as the click of a person.
test.use({
  trace: 'off',
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, args: ['--autoplay-policy=document-user-activation-required'] });
  },
});

test('where the browser forbids sound the card is shown and acknowledged all the same', async ({
  openOverlay,
  standIn,
}) => {
  const page = await openOverlay();
  const refused = page.waitForEvent('console', (message) => message.text().includes('did not play'));
  const shown = standIn.show();
  expect((await refused).text()).toContain('NotAllowedError');
  await expect.poll(() => standIn.heard.acknowledged.map(({ alertId }) => alertId)).toEqual([shown.alertId]);
});
