import { expect } from '@playwright/test';
import type { AlertDesk } from '#contract/alerts.ts';
import {
  callAs,
  dock,
  donate,
  listOn,
  openAs,
  openOverlay,
  pressAtRest,
  registerStreamer,
  secretOn,
  withApproval,
} from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, phone, test } from './watched-page.ts';

const obs = { viewport: { width: 400, height: 600 } };

test.describe.configure({ timeout: 120_000 });

const server = forFile(startJourneyServer);

/** A streamer whose queue is paused, with donations of these people in it. */
async function pausedQueue(...donors: string[]) {
  const kat = await registerStreamer(server.url);
  await callAs(server.url, kat, 'POST', '/alerts/pause', {});
  for (const [index, donor] of donors.entries()) {
    await donate(server.url, kat, donor, `from ${donor}`);
    // Of two that are paid in the same block either may be recorded first.
    await expect
      .poll(async () => (await callAs<AlertDesk>(server.url, kat, 'GET', '/alerts')).counts.next)
      .toBe(index + 1);
  }
  return kat;
}

test('while paused, Play one shows the next alert and the queue stays paused', async ({ openPage }) => {
  const kat = await pausedQueue('Ada', 'Ben');
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const overlay = await openPage(obs);
  const link = await secretOn(page, /\/widget\/[\w-]+$/);
  await openOverlay(overlay, link);
  const next = listOn(page, /^Next/);
  await expect(next.getByRole('listitem')).toHaveCount(2);
  await expect(overlay.locator('article')).toHaveCount(0);
  await next.getByRole('button', { name: 'Play the next one, and stay paused' }).click();
  await expect(overlay.locator('article')).toContainText('from Ada');
  await expect(next.getByRole('listitem')).toHaveCount(1);
  await expect(overlay.locator('article')).toHaveCount(0, { timeout: 20_000 });
  await expect(next.getByRole('listitem')).toContainText('from Ben');
  await expect(page.getByRole('button', { name: 'Resume alerts' })).toBeVisible();
  await page.getByRole('button', { name: 'Resume alerts' }).click();
  await expect(overlay.locator('article')).toContainText('from Ben');
});

test('in the dock, N lets one out that waits for an overlay, and says so', async ({ openPage }) => {
  const kat = await pausedQueue('Ada', 'Ben');
  const page = await openPage(dock);
  await openAs(page, kat, `${server.url}/dock`);
  const next = listOn(page, /^Next/);
  await expect(next.getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('n');
  await expect(page.getByText('It waits for your overlay')).toBeVisible();
  await expect(next.getByRole('listitem').first()).toContainText('Goes out next');
  const one = next.getByRole('button', { name: 'Play the next one, and stay paused' });
  await expect(one).toHaveAttribute('aria-disabled', 'true');
  await callAs(server.url, kat, 'POST', '/alerts/resume', {});
  await expect(one).toHaveCount(0);
});

test('Clear puts all that waits into the tray, and Undo puts it back in its order, by keyboard too', async ({
  openPage,
}) => {
  const kat = await pausedQueue('Ada', 'Ben', 'Cleo');
  const page = await openPage(phone);
  await openAs(page, kat, `${server.url}/dock`);
  const [next, tray] = [listOn(page, /^Next/), listOn(page, /^Tray/)];
  await expect(next.getByRole('listitem')).toHaveCount(3);
  await next.getByRole('button', { name: 'Clear the queue' }).focus();
  await page.keyboard.press('Enter');
  await expect(next).toHaveCount(0);
  await expect(tray.getByText('3 cleared, wait here')).toBeVisible();
  await expect(tray.getByRole('listitem')).toHaveCount(3);
  await expect(tray.getByRole('heading')).toBeFocused();
  // A row that has just moved takes no press.
  await expect(async () => {
    await pressAtRest(tray.getByRole('button', { name: 'Play the alert of Ben' }));
    await expect(tray.getByText('2 cleared, wait here')).toBeVisible({ timeout: 2000 });
  }).toPass();

  // Somebody else sees it too, and may take it back.
  const other = await openPage(desktop);
  await openAs(other, kat, `${server.url}/app`);
  await listOn(other, /^Tray/).getByRole('button', { name: 'Put back what was cleared' }).click();
  await expect(tray).toHaveCount(0);
  await expect(next.getByRole('listitem')).toContainText(['from Ben', 'from Ada', 'from Cleo']);
});

test('an alert that is approved comes into the queue once, where it goes out, and moves nobody twice', async ({
  openPage,
}) => {
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  await callAs(server.url, kat, 'POST', '/alerts/pause', {});
  const page = await openPage(dock);
  await openAs(page, kat, `${server.url}/dock`);
  const [held, next] = [listOn(page, /^To approve/), listOn(page, /^Next/)];
  await donate(server.url, kat, 'Ada', 'paid first');
  await expect(held.getByRole('listitem')).toHaveCount(1);
  await withApproval(server.url, kat, { approveFirst: false });
  await donate(server.url, kat, 'Ben', 'paid after her');
  await expect(next.getByRole('listitem')).toHaveCount(1);

  const answer = Promise.withResolvers<void>();
  await page.route('**/api/alerts/*/approve', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await pressAtRest(held.getByRole('button', { name: 'Approve the alert of Ada' }));
  await expect(held.getByText('Approved: Ada')).toBeVisible();
  await expect(next.getByRole('listitem')).toHaveText([/paid after her/]);
  answer.resolve();
  await expect(next.getByRole('listitem')).toHaveText([/paid first/, /paid after her/]);
});

for (const locale of ['en-US', 'es-ES']) {
  test(`in a dock the acts of the tray stand beside name and amount (${locale})`, async ({ openPage }) => {
    const kat = await pausedQueue('Ada', 'Benedicta of the long name');
    await callAs(server.url, kat, 'POST', '/alerts/clear', {});
    const page = await openPage({ ...dock, locale });
    await openAs(page, kat, `${server.url}/dock`);
    const heads = listOn(page, /^(Tray|Bandeja)/).locator('.alert-head');
    await expect(heads).toHaveCount(2);
    for (const head of await heads.all()) {
      const act = await head.getByRole('button').first().boundingBox();
      expect((await head.boundingBox())?.height).toBeLessThanOrEqual((act?.height ?? 0) + 1);
    }
  });
}

for (const [locale, name] of [
  ['en-US', /^Next/],
  ['es-ES', /^Siguientes/],
] as const) {
  test(`in a dock what can be done with the queue stands beside its name (${locale})`, async ({
    openPage,
  }) => {
    const kat = await pausedQueue('Ada');
    const page = await openPage({ ...dock, locale });
    await openAs(page, kat, `${server.url}/dock`);
    const head = listOn(page, name).locator('.qhead');
    await expect(head.getByRole('button')).toHaveCount(2);
    const act = await head.getByRole('button').first().boundingBox();
    expect((await head.boundingBox())?.height).toBeLessThanOrEqual((act?.height ?? 0) + 1);
  });
}

test('lists that stand beside each other begin at one height, whatever can be done with one', async ({
  openPage,
}) => {
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  await donate(server.url, kat, 'Ada', 'hold me');
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app`);
  const [held, next] = [listOn(page, /^To approve/), listOn(page, /^Next/)];
  await expect(held).toContainText('Ada');
  await withApproval(server.url, kat, { approveFirst: false });
  await donate(server.url, kat, 'Ben', 'at once');
  await expect(next).toContainText('Ben');
  const [left, right] = await Promise.all(
    [held, next].map((section) => section.getByRole('list').boundingBox()),
  );
  expect(right?.x).toBeGreaterThan(left?.x ?? Number.NaN);
  expect(right?.y).toBe(left?.y);
});
