import { randomBytes } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { RouteReply } from '#contract/routes.ts';
import { openAs, registerStreamer, type Streamer } from './desk-journey.ts';
import { openSignedIn, refuse } from './streamer-account.ts';
import { desktop, phone, test } from './watched-page.ts';

let streamer: Streamer;
test.beforeAll(async ({ baseURL }) => {
  streamer = await registerStreamer(baseURL ?? '');
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your alerts inside OBS' });
const make = (page: Page) => dialog(page).getByRole('button', { name: 'Make dock link' });

/** Whether the middle of an element can be seen and pressed: nothing lies over it. */
const isOnTop = (element: Locator) =>
  element.evaluate((shown) => {
    const { x, y, width, height } = shown.getBoundingClientRect();
    return shown.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

/** The words of all alerts as a screen reader finds them, which finds nothing in what is inert. */
async function alertsHeard(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  const { nodes } = await browser.send('Accessibility.getFullAXTree');
  const of = new Map(nodes.map((node) => [node.nodeId, node]));
  const textOf = (id: string): string => {
    const node = of.get(id);
    if (node?.role?.value === 'StaticText') return String(node.name?.value);
    return (node?.childIds ?? []).map(textOf).join('');
  };
  return nodes
    .filter((node) => !node.ignored && node.role?.value === 'alert')
    .map((node) => textOf(node.nodeId));
}

for (const [where, options] of [
  ['the narrowest phone', { ...phone, viewport: { width: 320, height: 600 } }],
  ['a phone', phone],
  ['a desktop', desktop],
] as const) {
  test(`what goes wrong in a dialog is said above it, and to the ears: ${where}`, async ({ openPage }) => {
    const page = await openPage(options, 503);
    await openAs(page, streamer, '/app');
    await page.getByRole('button', { name: 'Dock for OBS' }).click();
    await refuse(page, '/access-tokens', 503, { message: 'Not now.', code: 'unavailable' });
    await make(page).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Not now.' });
    await expect(toast).toBeVisible();
    expect(await isOnTop(toast)).toBe(true);
    expect(await alertsHeard(page)).toEqual(['Not now.']);
    const box = await toast.boundingBox();
    const { width } = page.viewportSize() ?? { width: 0 };
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(2);
    expect(box?.y).toBeLessThan(80);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(toast).toBeVisible();
    await expect(page.getByRole('button', { name: 'Dock for OBS' })).toBeFocused();
  });
}

test('without a clipboard, as over plain http, what is copied in a dialog and beside it is there, and the focus stays', async ({
  openPage,
}) => {
  const page = await openPage({ ...desktop, permissions: ['clipboard-read'] });
  await page.addInitScript(() => {
    const { clipboard } = navigator;
    Object.assign(window, { readClipboard: () => clipboard.readText() });
    Reflect.deleteProperty(Navigator.prototype, 'clipboard');
  });
  const copied = () =>
    page.evaluate(() => (window as unknown as { readClipboard: () => Promise<string> }).readClipboard());
  await openAs(page, streamer, '/app');
  const beside = page.getByRole('button', { name: 'Copy widget URL' });
  await beside.click();
  await expect(page.getByRole('status').filter({ hasText: 'Widget URL copied!' })).toBeVisible();
  await expect(beside).toBeFocused();
  expect(await copied()).toContain('/widget/');

  await page.getByRole('button', { name: 'Dock for OBS' }).click();
  await make(page).click();
  const copy = dialog(page).getByRole('button', { name: 'Copy dock link' });
  await copy.click();
  await expect(page.getByRole('status').filter({ hasText: 'Dock link copied!' })).toBeVisible();
  await expect(copy).toBeFocused();
  expect(await copied()).toContain('/dock#');
});

/** Lets a page set no `closedby`, which Chromium knows from 134 on; OBS 31 has 127 inside. */
function forgetClosedBy(): void {
  const set: (name: string, value: string) => void = Reflect.get(Element.prototype, 'setAttribute');
  Element.prototype.setAttribute = function (this: Element, name: string, value: string) {
    if (name.toLowerCase() !== 'closedby') set.call(this, name, value);
  };
}

for (const [browser, knowsClosedBy] of [
  ['a browser of today', true],
  ['an older one', false],
] as const) {
  test(`${browser}: a link and a token that are shown once stay until a button says that they are done with`, async ({
    openPage,
  }) => {
    const page = await openPage(desktop);
    if (!knowsClosedBy) await page.addInitScript(forgetClosedBy);
    await openAs(page, streamer, '/app');
    await page.getByRole('button', { name: 'Dock for OBS' }).click();
    await make(page).click();
    const stays = async (name: string) => {
      const copy = page.getByRole('dialog').getByRole('button', { name });
      await copy.focus();
      for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key);
      await expect(copy).toBeFocused();
      await page.mouse.click(5, 5);
      await expect(copy).toBeVisible();
      await page.getByRole('dialog').getByRole('button', { name: 'Done', exact: true }).press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    };
    await stays('Copy dock link');
    await page.getByRole('link', { name: 'Settings' }).click();
    for (const [create, label, action, copy] of [
      ['New moderator link', 'Who is it for?', 'Make the link', 'Copy link'],
      ['New API token', 'What is it for?', 'Make the token', 'Copy token'],
    ] as const) {
      await page.getByRole('button', { name: create }).click();
      await page.getByRole('dialog').getByLabel(label).fill('Sam');
      await page.getByRole('dialog').getByRole('button', { name: action }).click();
      await stays(copy);
    }
  });
}

test('a link that is being made keeps its dialog, which shows it this one time', async ({ openPage }) => {
  const page = await openPage(desktop);
  await openAs(page, streamer, '/app');
  const made = async (action: string, copy: string) => {
    const held = Promise.withResolvers<void>();
    await page.route('**/api/access-tokens', async (route) => {
      if (route.request().method() === 'POST') await held.promise;
      await route.continue();
    });
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('dialog').getByRole('button', { name: action }).click();
    await asked;
    for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter');
    held.resolve();
    await expect(page.getByRole('dialog').getByRole('button', { name: copy })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Done', exact: true }).press('Enter');
    await page.unroute('**/api/access-tokens');
  };
  await page.getByRole('button', { name: 'Dock for OBS' }).click();
  await made('Make dock link', 'Copy dock link');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'New moderator link' }).click();
  await page.getByRole('dialog').getByLabel('Who is it for?').fill('Sam');
  await made('Make the link', 'Copy link');
});

test('a long name and a long address keep within the dialogs that ask about them', async ({
  openPage,
  request,
}) => {
  const username = `WWWWWWWWWWWW${randomBytes(4).toString('hex')}`;
  const registered = await request.post('/api/auth/register', {
    data: { username, password: 'correct horse' },
  });
  const { token } = (await registered.json()) as RouteReply<'register'>;
  const headers = { authorization: `Bearer ${token}` };
  const access = { scopes: ['moderator'], name: 'W'.repeat(40), hidesAmounts: false };
  await request.post('/api/access-tokens', { headers, data: access });
  const webhook = { url: `https://example.com/${'W'.repeat(100)}`, events: ['donation.received'] };
  await request.post('/api/webhooks', { headers, data: webhook });
  const page = await openPage({ ...phone, viewport: { width: 320, height: 640 } });
  const asked = [
    ['/app/settings', 'Delete account'],
    ['/app/settings', /^End W/],
    ['/app/webhooks', /^Delete/],
  ] as const;
  for (const [path, name] of asked) {
    await openSignedIn(page, token, path);
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const wide = await page
      .locator('dialog, dialog :is(form, h2, p, .field)')
      .evaluateAll((all) =>
        all.filter((part) => part.scrollWidth > part.clientWidth).map((part) => part.className),
      );
    expect.soft(wide, String(name)).toEqual([]);
  }
});
