import { expect, type Locator } from '@playwright/test';
import { enterState, stateOf } from './app-states.ts';
import { test } from './state-page.ts';

const groundOf = (element: Locator): Promise<string> =>
  element.evaluate((it) => getComputedStyle(it).backgroundColor);

const barOf = (step: Locator): Promise<string> =>
  step.evaluate((it) => getComputedStyle(it, '::before').backgroundImage);

test('in colours that the system dictates a phone still reads the QR code', async ({ openState }) => {
  const state = stateOf('payment');
  const { page } = await openState(state, { forcedColors: 'active' });
  await enterState(page, state);
  await expect(page.locator('.qr')).toHaveCSS('background-color', 'rgb(34, 197, 94)');
  await expect(page.locator('.qr path')).toHaveCSS('fill', 'rgb(5, 46, 22)');
  const [done, later] = [page.locator('.meter li').first(), page.locator('.meter li').last()];
  expect(await barOf(done)).not.toBe(await barOf(later));
  const languages = page.getByRole('group', { name: 'Language' }).getByRole('button');
  expect(await groundOf(languages.first())).not.toBe(await groundOf(languages.last()));
});

test('in colours that the system dictates one sees where one is, and what is switched on', async ({
  openState,
}) => {
  const state = stateOf('settings');
  const { page } = await openState(state, { forcedColors: 'active' });
  await enterState(page, state);
  const nav = page.locator('.sidebar .nav');
  expect(await groundOf(nav.locator('a[aria-current="page"]'))).not.toBe(
    await groundOf(nav.locator('a:not([aria-current])').first()),
  );
  const current = [nav.locator('a[aria-current]'), page.locator('.settings-contents a[aria-current]')];
  const grounds = await Promise.all(current.map(groundOf));
  expect(grounds[1]).toBe(grounds[0]);
  const on = page.locator('.switch:has(input:checked) .track').first();
  expect(await groundOf(on)).not.toBe(await groundOf(page.locator('body')));
  await expect(page.locator('.savebar').first()).toHaveCSS('outline-style', 'solid');
});
