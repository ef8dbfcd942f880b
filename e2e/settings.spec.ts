import { expect } from '@playwright/test';
import { button, field, toast } from './page-parts.ts';
import { desktop, inForm, minimum, phone, savedBy } from './settings-page.ts';
import { openSignedIn } from './streamer-account.ts';
import { test } from './watched-page.ts';

test('the form refuses with the words of the spec, goes to the first refused field, and keeps what was typed', async ({
  account,
  openPage,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  const wrong = [
    ['Minimum donation amount (SOL)', '0.001', 'Minimum amount must be at least 0.002 SOL'],
    ['Primary color', 'green', 'Invalid hex color'],
    ['Name', '#12', 'Invalid hex color'],
    ['Amount', '#1234567', 'Invalid hex color'],
    ['Message', 'GGGGGG', 'Invalid hex color'],
  ] as const;
  for (const [label, typed] of wrong) await inForm(page, label).fill(typed);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await button(page, 'Save Settings').click();
  await expect(minimum(page)).toBeFocused();
  for (const [label, typed, words] of wrong) {
    await expect(inForm(page, label)).toHaveAccessibleDescription(words);
    await expect(inForm(page, label)).toHaveValue(typed);
  }
  await minimum(page).fill('100.5');
  await expect(minimum(page)).toHaveAccessibleDescription('Minimum amount cannot exceed 100 SOL');
  await minimum(page).fill('0.002');
  for (const label of ['Primary color', 'Name', 'Amount']) await inForm(page, label).fill('#AbCdEf');
  await button(page, 'Save Settings').click();
  await expect(field(page, 'Message')).toBeFocused();
  await field(page, 'Message').fill('');
  await button(page, 'Save Settings').click();
  await expect(toast(page, 'Settings updated successfully')).toBeVisible();
});

test('a preset below the minimum says at its field that it is not offered, and is saved whatever else changes', async ({
  account,
  openPage,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  await field(page, 'Preset amount 1').fill('0.01');
  await field(page, 'Preset amount 2').fill('0.5');
  await minimum(page).fill('0.05');
  await expect(field(page, 'Preset amount 1')).toHaveAccessibleDescription(
    'Not offered, because they are below your minimum: 0.01',
  );
  await expect(field(page, 'Preset amount 2')).toHaveAccessibleDescription('');
  await button(page, 'Save Settings').click();
  await expect(toast(page, 'Settings updated successfully')).toBeVisible();
  expect(await savedBy(page, account)).toMatchObject({ minDonationAmount: 0.05, presetAmounts: [0.01, 0.5] });
  await field(page, 'Preset amount 3').fill('0.02');
  await button(page, 'Save Settings').click();
  await expect.poll(async () => (await savedBy(page, account))['presetAmounts']).toEqual([0.01, 0.02, 0.5]);
});

for (const [device, options] of Object.entries({ phone, desktop }))
  test(`only the wrong preset is marked, and stands with its words clear of the save bar: ${device}`, async ({
    account,
    openPage,
  }) => {
    const page = await openPage(options);
    await openSignedIn(page, account.token, '/app/settings');
    const wrong = field(page, 'Preset amount 4');
    for (const [place, typed] of ['0.1', '0.2', '0.5', 'abc', '0.20'].entries())
      await field(page, `Preset amount ${place + 1}`).fill(typed);
    await inForm(page, 'Message').fill('GGGGGG');
    await button(page, 'Save Settings').click();
    await expect(wrong).toBeFocused();
    const marked = page.locator('.presets [aria-invalid=true]');
    await expect(marked).toHaveCount(2);
    await expect(wrong).toHaveAccessibleDescription('Please enter an amount above 0');
    await expect(field(page, 'Preset amount 5')).toHaveAccessibleDescription('This amount is there already');
    const words = page.getByText('This amount is there already');
    await expect
      .poll(async () => {
        const [text, bar] = [await words.boundingBox(), await page.locator('.savebar').first().boundingBox()];
        return text !== null && bar !== null && text.y > 60 && text.y + text.height <= bar.y;
      })
      .toBe(true);
    await field(page, 'Preset amount 2').fill('0.3');
    await expect(marked).toHaveCount(1);
    await wrong.fill('1');
    await expect(marked).toHaveCount(0);
    await button(page, 'Save Settings').click();
    await expect(inForm(page, 'Message')).toBeFocused();
  });

test('while a colour is none its swatch shows none, and nothing is said of how well the texts can be read', async ({
  account,
  openPage,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  const note = page.getByText(/easy to read/);
  const swatch = inForm(page, 'Amount').locator('..').locator('input[type=color]');
  await inForm(page, 'Amount').fill('#12');
  await expect(note).toHaveText(/once every color is a hex color/);
  await expect(swatch).toHaveClass('none');
  await inForm(page, 'Amount').fill('');
  await expect(note).toHaveText(/All three are easy to read/);
  await expect(swatch).toHaveValue('#fbbf24');
});

test('a minimum that is no number falls back to 0.002', async ({ account, openPage }) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  await minimum(page).fill('0.5');
  await button(page, 'Save Settings').click();
  await expect.poll(async () => (await savedBy(page, account))['minDonationAmount']).toBe(0.5);
  await minimum(page).fill('');
  await button(page, 'Save Settings').click();
  await expect.poll(async () => (await savedBy(page, account))['minDonationAmount']).toBe(0.002);
  await expect(minimum(page)).toHaveValue('0.002');
});

test('a minimum that is typed with a comma is that amount, and the arrow keys go on from there', async ({
  openPage,
  account,
}) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  await minimum(page).fill('');
  await minimum(page).pressSequentially('1,5');
  await button(page, 'Save Settings').click();
  await expect.poll(async () => (await savedBy(page, account))['minDonationAmount']).toBe(1.5);
  await expect(minimum(page)).toHaveValue('1.5');
  await minimum(page).press('ArrowUp');
  await expect(minimum(page)).toHaveValue('1.502');
  await minimum(page).press('ArrowDown');
  await minimum(page).press('ArrowDown');
  await button(page, 'Save Settings').click();
  await expect.poll(async () => (await savedBy(page, account))['minDonationAmount']).toBe(1.498);
});

test('the settings can be changed and saved with the keyboard alone', async ({ account, openPage }) => {
  const page = await openPage(desktop);
  await openSignedIn(page, account.token, '/app/settings');
  await expect(minimum(page)).toBeVisible();
  const tabTo = async (label: string) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const isThere = await field(page, label).evaluate((element) => element === document.activeElement);
      if (isThere) return;
    }
    throw new Error(`${label} cannot be reached with the keyboard.`);
  };
  await tabTo('Minimum donation amount (SOL)');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('0.05');
  await tabTo('No gradient');
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Ocean waves' })).toBeChecked();
  await tabTo('Amount');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('#FFFFFF');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Settings updated successfully')).toBeVisible();
  const saved = await savedBy(page, account);
  expect(saved['minDonationAmount']).toBe(0.05);
  expect(JSON.parse(String(saved['cardGradient']))).toMatchObject({
    gradientType: 'ocean',
    amountColor: '#FFFFFF',
  });
});

for (const [device, options] of Object.entries({ desktop, phone })) {
  test(`on a ${device} the page has one green act, which stays in sight, and nothing scrolls sideways`, async ({
    account,
    openPage,
  }) => {
    const page = await openPage(options);
    await openSignedIn(page, account.token, '/app/settings');
    await expect(page.getByText('Where you are signed in')).toBeVisible();
    await expect(page.locator('main .btn.primary')).toHaveText(['Save Settings']);
    for (const label of ['Minimum donation amount (SOL)', 'Primary color', 'Message']) {
      await field(page, label).focus();
      await expect(button(page, 'Save Settings')).toBeInViewport({ ratio: 1 });
      await expect(field(page, label)).toBeInViewport({ ratio: 1 });
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test('a part that could not be loaded says so while the page tries again by itself, and is read at a press', async ({
  account,
  openPage,
}) => {
  const page = await openPage(desktop, 503);
  const call = '**/api/blocks*';
  await page.route(call, (route) => route.fulfill({ status: 503, json: { message: 'Too busy.' } }));
  await openSignedIn(page, account.token, '/app/settings');
  const part = page.locator('section:has(#blocked)');
  const problem = part.getByRole('alert');
  await expect(problem).toBeVisible();
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(call, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await asked.promise;
  expect(await problem.isVisible()).toBe(true);
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect(problem).toHaveCount(0);
  held.resolve();
  await expect(part.getByText('What to block')).toBeVisible();
});
