import { expect } from '@playwright/test';
import { callAs, donate, openAs, registerStreamer } from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, phone, test } from './watched-page.ts';

const longName = 'Wolfeschlegelsteinhausenbergerdorff the Very Long';

test.describe.configure({ timeout: 120_000 });

const server = forFile(startJourneyServer);

for (const [device, size] of [
  ['a phone', phone],
  ['a desktop', desktop],
] as const) {
  test(`what happened to a donation is read on ${device}, by keyboard, with the whole name`, async ({
    openPage,
  }) => {
    const kat = await registerStreamer(server.url);
    await callAs(server.url, kat, 'POST', '/alerts/pause', {});
    await donate(server.url, kat, longName, 'all of it');
    const page = await openPage(size);
    await openAs(page, kat, `${server.url}/app/donations`);
    const name = page.getByRole('button', { name: `What happened to the donation of ${longName}` });
    await name.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: longName });
    const steps = dialog.getByRole('list', { name: 'What happened' });
    await expect(steps).toContainText('0.002 SOL arrived');
    await expect(steps).toContainText('Waits in the queue');
    const heading = dialog.getByRole('heading', { name: longName });
    expect(await heading.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);

    // What happens meanwhile is there without being asked for.
    await callAs(server.url, kat, 'POST', '/alerts/clear', {});
    await expect(steps).toContainText('Waits in the tray');
    await expect(steps).toContainText('Transferred to your wallet', { timeout: 30_000 });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(name).toBeFocused();
  });
}
