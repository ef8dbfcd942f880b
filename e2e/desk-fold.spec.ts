import { expect } from '@playwright/test';
import type { AlertDesk } from '#contract/alerts.ts';
import {
  callAs,
  dock,
  donate,
  listOn,
  openAs,
  pressAtRest,
  restOf,
  registerStreamer,
  type Streamer,
  withApproval,
} from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, phone, test } from './watched-page.ts';

test.describe.configure({ timeout: 120_000 });

const server = forFile(startJourneyServer);

/** Pays for one alert of each donor; they stand in the queue, or wait for approval, in this order. */
async function pay(kat: Streamer, ...donors: string[]): Promise<void> {
  const count = async () => {
    const { counts } = await callAs<AlertDesk>(server.url, kat, 'GET', '/alerts');
    return counts.next + counts.toApprove;
  };
  const before = await count();
  for (const [index, donor] of donors.entries()) {
    await donate(server.url, kat, donor, `from ${donor}`);
    await expect.poll(count).toBe(before + index + 1);
  }
}

for (const [place, path, size] of [
  ['dock', '/dock', dock],
  ['dashboard', '/app', desktop],
  ['dashboard on a phone', '/app', phone],
] as const) {
  test(`${place}: a long queue shows its first six and how many more; opened, it stays so as alerts come and go`, async ({
    openPage,
  }) => {
    const kat = await registerStreamer(server.url);
    await callAs(server.url, kat, 'POST', '/alerts/pause', {});
    await pay(kat, 'Ada', 'Ben', 'Cem', 'Dot', 'Eli', 'Fay', 'Gus', 'Hal');
    const page = await openPage(size);
    await openAs(page, kat, `${server.url}${path}`);
    const next = listOn(page, /^Next/);
    const rows = next.locator('.qi');
    await expect(rows).toHaveCount(6);
    await expect(rows.last()).toContainText('from Fay');
    await expect(next.getByRole('heading')).toHaveText('Next8');
    const more = next.getByRole('button', { name: 'Show 2 more' });
    await expect(more).toHaveAttribute('aria-expanded', 'false');

    // What comes behind the first rows is counted, and moves nothing.
    await restOf(more);
    const place = await more.boundingBox();
    await pay(kat, 'Ida');
    const more3 = next.getByRole('button', { name: 'Show 3 more' });
    expect(await more3.boundingBox()).toMatchObject({ y: place?.y });
    await expect(rows).toHaveCount(6);

    await more3.focus();
    await page.keyboard.press('Enter');
    const fewer = next.getByRole('button', { name: 'Show fewer' });
    await expect(fewer).toBeFocused();
    await expect(fewer).toHaveAttribute('aria-expanded', 'true');
    await expect(rows).toHaveCount(9);
    await expect(next.locator('.fold + .qi')).toContainText('from Gus');

    // A row that comes up to the first keeps what is opened in it.
    await rows.nth(6).locator('.says').click();
    await expect(rows.nth(6).locator('.says')).toHaveAttribute('aria-expanded', 'true');
    await pressAtRest(next.getByRole('button', { name: 'Take the alert of Ada out of the queue' }));
    await expect(rows).toHaveCount(8);
    await pay(kat, 'Jon');
    await expect(rows).toHaveCount(9);
    await expect(rows.nth(5)).toContainText('from Gus');
    await expect(rows.nth(5).locator('.says')).toHaveAttribute('aria-expanded', 'true');

    await fewer.focus();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(6);
    await expect(more3).toBeFocused();
    await expect(more3).toBeInViewport();
  });
}

test('of what waits for approval the next comes up as the first are decided, and the keyboard goes from row to row', async ({
  openPage,
}) => {
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  await pay(kat, 'Ada', 'Ben', 'Cem', 'Dot', 'Eli', 'Fay', 'Gus', 'Hal');
  const page = await openPage(dock);
  await openAs(page, kat, `${server.url}/dock`);
  const held = listOn(page, /^To approve/);
  const approve = (name: string) => held.getByRole('button', { name: `Approve the alert of ${name}` });
  await expect(held.getByRole('heading')).toHaveText('To approve8');
  await expect(held.getByRole('button', { name: 'Show 2 more' })).toBeVisible();

  // Opened, what follows the last of the first rows is the row below the button.
  await held.getByRole('button', { name: 'Show 2 more' }).click();
  await approve('Fay').focus();
  await page.keyboard.press('Enter');
  await expect(approve('Gus')).toBeFocused();
  await expect(held.locator('.qi')).toHaveCount(7);
  await expect(approve('Gus')).toBeFocused();

  // The last that is folded comes up: the button goes with its reason, the focus to a row.
  await held.getByRole('button', { name: 'Show fewer' }).click();
  const more = held.getByRole('button', { name: 'Show 1 more' });
  await expect(more).toBeFocused();
  const { toApprove } = await callAs<AlertDesk>(server.url, kat, 'GET', '/alerts');
  await callAs(server.url, kat, 'POST', `/alerts/${toApprove[0]?.id}/approve`, {});
  await expect(more).toHaveCount(0);
  await expect(held.locator('.qi')).toHaveCount(6);
  await expect(approve('Hal')).toBeFocused();
});

test('what was on stream is read under Recent, six at first, and whoever opens it finds it open the next time', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  await callAs(server.url, kat, 'POST', '/alerts/pause', {});
  await pay(kat, 'Ada', 'Ben', 'Cem', 'Dot', 'Eli', 'Fay', 'Gus', 'Hal');
  const { next } = await callAs<AlertDesk>(server.url, kat, 'GET', '/alerts');
  for (const { id } of next) await callAs(server.url, kat, 'POST', `/alerts/${id}/dismiss`);
  const page = await openPage(dock);
  await openAs(page, kat, `${server.url}/dock`);
  const recent = page.locator('.recent-alerts');
  await expect(recent.locator('.qi').first()).toBeHidden();
  await recent.getByText('Recent', { exact: true }).click();
  const shown = () => recent.locator('.qi').allTextContents();
  await expect(recent.locator('.qi').first()).toBeVisible();
  expect((await shown()).map((row) => /from \w+/.exec(row)?.[0])).toEqual(
    ['Hal', 'Gus', 'Fay', 'Eli', 'Dot', 'Cem'].map((name) => `from ${name}`),
  );
  await page.reload();
  await expect(recent.getByText('from Hal')).toBeVisible();
  await recent.getByRole('button', { name: 'Show 2 more' }).click();
  await expect(recent.getByText('from Ada')).toBeVisible();
  await recent.getByText('Recent', { exact: true }).click();
  await page.reload();
  await expect(recent.getByText('from Hal')).toBeHidden();
});
