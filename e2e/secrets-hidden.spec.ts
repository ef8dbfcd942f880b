import { expect, type Page } from '@playwright/test';
import { callAs, openAs, registerStreamer } from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, test } from './watched-page.ts';

// Streamers show their screen by mistake: nothing there may let a viewer take over alerts or the desk.
const server = forFile(startJourneyServer);

/** How often a page writes a text, and how often so that it can be read. */
function written(page: Page, secret: string): Promise<{ all: number; readable: number }> {
  return page.evaluate((text) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = { all: 0, readable: 0 };
    while (walker.nextNode() !== null) {
      const { textContent, parentElement } = walker.currentNode;
      if (parentElement === null || textContent?.includes(text) !== true) continue;
      found.all += 1;
      if (getComputedStyle(parentElement).getPropertyValue('-webkit-text-security') === 'none')
        found.readable += 1;
    }
    return found;
  }, secret);
}

test('the widget code is dots on every page until it is asked for, and is copied without', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const { linkCode } = await callAs<{ linkCode: string }>(server.url, kat, 'GET', '/donations/link');
  const page = await openPage({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  for (const [path, copy, show, all] of [
    ['/app', 'Copy widget URL', 'Show widget URL', 1],
    ['/app/widgets', 'Copy goal bar URL', 'Show goal bar URL', 3],
    ['/app/settings', 'Copy widget URL', 'Show widget URL', 1],
  ] as const) {
    await openAs(page, kat, `${server.url}${path}`);
    const toggle = page.getByRole('button', { name: show });
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
    expect(await written(page, linkCode), path).toEqual({ all, readable: 0 });
    await page.getByRole('button', { name: copy }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText()), path).toContain(linkCode);
    expect(await written(page, linkCode), path).toEqual({ all, readable: 0 });
    await toggle.click();
    expect(await written(page, linkCode), path).toEqual({ all, readable: 1 });
    await toggle.click();
    expect(await written(page, linkCode), path).toEqual({ all, readable: 0 });
  }
});

test('the widget URL that is marked and copied by hand is the URL, not its dots', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  const { linkCode } = await callAs<{ linkCode: string }>(server.url, kat, 'GET', '/donations/link');
  const page = await openPage({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  await openAs(page, kat, `${server.url}/app`);
  const line = page.getByRole('region', { name: 'OBS Widget' }).getByText(`${server.url}/widget/`);
  for (const isShown of [false, true]) {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    // A third press marks the whole line.
    await line.click({ clickCount: 3 });
    await page.keyboard.press('Control+C');
    const copied = async () => (await page.evaluate(() => navigator.clipboard.readText())).trim();
    await expect.poll(copied, { message: String(isShown) }).toBe(`${server.url}/widget/${linkCode}`);
    await page.getByRole('button', { name: 'Show widget URL' }).click();
  }
});

test('a link or token that was just made is dots until it is asked for, and is copied without', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage({ ...desktop, permissions: ['clipboard-read', 'clipboard-write'] });
  const copied = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    return await page.evaluate(() => navigator.clipboard.readText());
  };
  await openAs(page, kat, `${server.url}/app`);
  await page.getByRole('button', { name: 'Dock for OBS' }).click();
  await page.getByRole('button', { name: 'Make dock link' }).click();
  const [, dockToken = ''] = (await copied('Copy dock link')).split('#');
  expect(dockToken).toMatch(/^brava_/);
  expect(await written(page, dockToken)).toEqual({ all: 1, readable: 0 });
  await page.getByRole('button', { name: 'Show dock link' }).click();
  expect(await written(page, dockToken)).toEqual({ all: 1, readable: 1 });

  await openAs(page, kat, `${server.url}/app/settings`);
  await page.getByRole('button', { name: 'New API token' }).click();
  await page.getByLabel('What is it for?').fill('Stream Deck');
  await page.getByRole('button', { name: 'Make the token' }).click();
  const token = await copied('Copy token');
  expect(await copied('Copy link')).toBe(`${server.url}/dock#${token}`);
  expect(await written(page, token)).toEqual({ all: 2, readable: 0 });
  await page.getByRole('button', { name: 'Show token' }).click();
  expect(await written(page, token)).toEqual({ all: 2, readable: 1 });
});
