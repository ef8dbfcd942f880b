import { expect, type Locator, type Page } from '@playwright/test';
import type { AlertDesk } from '#contract/alerts.ts';
import {
  callAs,
  donate,
  openAs,
  pressAtRest,
  registerStreamer,
  type Streamer,
  withApproval,
} from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { plantDonations } from './plant-donations.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, phone, test } from './watched-page.ts';

const server = forFile(startJourneyServer);

/** Opens the list of a new streamer with so many donations. */
async function openList(page: Page, count: number): Promise<Streamer> {
  const kat = await registerStreamer(server.url);
  await plantDonations(server, kat, count);
  await openAs(page, kat, `${server.url}/app/donations`);
  await expect(page.locator('.dlist > li').first()).toBeVisible();
  return kat;
}

/** Opens the list of a new streamer who approves every alert first. The page hears of what comes by itself. */
async function openEmptyList(page: Page): Promise<Streamer> {
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  await openAs(page, kat, `${server.url}/app/donations`);
  await expect(page.getByText("You haven't received any donations yet.")).toBeVisible();
  return kat;
}

const rows = (page: Page) => page.locator('.dlist > li');

/**
 * Presses what then lies where the middle of a button was, in the very moment in which rows come, go or change; where the
 * button has gone, the first that its row has instead. `detail`: 2 for the second of a double press.
 */
async function pressOnceRowsChange(button: Locator, detail = 1): Promise<void> {
  await button.evaluate((node, inARow) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const row = node.closest('li');
    new MutationObserver((_, observer) => {
      const under = node.isConnected
        ? document.elementFromPoint(left + width / 2, top + height / 2)?.closest('button')
        : row?.querySelector('.ac button');
      if (node === under || under == null) return;
      observer.disconnect();
      document.body.dataset['pressed'] = under.closest('li')?.textContent ?? '';
      under.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: inARow }));
    }).observe(node.closest('ul') ?? document.body, { childList: true, subtree: true });
  }, detail);
}

test('a block keeps a donation off the stream, says so, and can be taken back', async ({ openPage }) => {
  const page = await openPage(desktop);
  await openList(page, 5);
  const row = rows(page).filter({ hasText: 'Donor 5' });
  await expect(row).toContainText('Received');
  await row.getByRole('button', { name: 'Never show the donation of Donor 5' }).click();
  await expect(page.getByRole('dialog', { name: 'Never show the donation of Donor 5?' })).toBeVisible();
  await page.getByRole('button', { name: 'Never show it' }).click();
  await expect(row).toContainText('Blocked');
  await expect(row.getByText('Shown', { exact: true })).toHaveCount(0);
  await pressAtRest(row.getByRole('button', { name: 'Allow again: the donation of Donor 5' }));
  await expect(row.getByText('Blocked')).toHaveCount(0);
  await expect(page.getByText('It may be shown again')).toBeVisible();
});

test('what expired with a part of its money is played when the streamer says so', async ({ openPage }) => {
  const page = await openPage(desktop);
  const kat = await openList(page, 5);
  await server.write(`
    update donations set paid_at = null, shown_at = null, settled_how = null, expired_at = now(),
      received_lamports = case when address = '${kat.username}1' then 1000000 else 0 end
    where address in ('${kat.username}1', '${kat.username}2')`);
  await page.reload();
  const play = (name: string) =>
    page.getByRole('button', { name: `Play the donation of ${name}`, exact: true });
  await expect(rows(page).filter({ hasText: 'Expired' })).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Play the donation/ })).toHaveCount(1);
  await play('Donor 1').press('Enter');
  await expect(page.getByText('It waits for your overlay')).toBeVisible();
  const desk = await callAs<AlertDesk>(server.url, kat, 'GET', '/alerts');
  expect(JSON.stringify(desk)).toContain('"donatorName":"Donor 1"');
  await page.getByRole('button', { name: 'Never show the donation of Donor 1' }).click();
  await page.getByRole('button', { name: 'Never show it' }).click();
  await expect(play('Donor 1')).toHaveCount(0);
});

test('two quick presses replay a donation once', async ({ openPage }) => {
  const page = await openPage(desktop);
  const kat = await openList(page, 5);
  const replay = page.getByRole('button', { name: 'Replay the donation of Donor 1' });
  // Two presses before the button is drawn anew.
  await replay.evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByText('It waits for your overlay')).toHaveCount(1);
  await expect(replay).toHaveAttribute('aria-disabled', 'false');
  expect(await callAs<AlertDesk>(server.url, kat, 'GET', '/alerts')).toMatchObject({ counts: { next: 1 } });
});

test('what a word list has masked says so in the list, and approving it is the one way to show it', async ({
  openPage,
}) => {
  const kat = await withApproval(server.url, await registerStreamer(server.url), { ownWords: ['beans'] });
  const page = await openPage(phone);
  await openAs(page, kat, `${server.url}/app/donations`);
  await expect(page.getByText("You haven't received any donations yet.")).toBeVisible();
  await donate(server.url, kat, 'Ada', 'spilled beans');
  const row = rows(page).filter({ hasText: 'Ada' });
  await expect(row.getByText('Masked', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Mask the alert of Ada' })).toHaveCount(0);
  await pressAtRest(row.getByRole('button', { name: 'Approve the donation of Ada' }));
  await expect(row.getByText('Masked', { exact: true })).toHaveCount(0);
});

test('"Mark as Shown" waits until the list has said what a new donation waits for', async ({ openPage }) => {
  const page = await openPage(desktop);
  const kat = await openEmptyList(page);
  const read = Promise.withResolvers<void>();
  await page.route('**/api/donations/my*', async (route) => {
    await read.promise;
    await route.continue();
  });
  await donate(server.url, kat, 'Ada', 'kind words');
  await expect(rows(page).getByText('Received')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Never show the donation of Ada' })).toBeVisible();
  const mark = page.getByRole('button', { name: 'Mark as Shown' });
  // It comes and goes with the other acts.
  expect(await mark.count()).toBe(0);
  read.resolve();
  await expect(mark).toHaveAttribute('aria-haspopup', 'dialog');
});

test('what waits for approval is approved or rejected in the list, and a rejection can be taken back', async ({
  openPage,
}) => {
  const page = await openPage(desktop);
  const kat = await openEmptyList(page);
  await donate(server.url, kat, 'Ada', 'kind words');
  await donate(server.url, kat, 'Cem', 'unkind words');
  const row = (name: string) => rows(page).filter({ hasText: name });
  for (const name of ['Ada', 'Cem']) {
    await expect(row(name)).toContainText('Waits for approval');
    await expect(row(name)).toContainText('Received');
    await expect(row(name).getByRole('button', { name: 'Mark as Shown' })).toBeVisible();
  }

  await page.getByRole('button', { name: 'Approve the donation of Ada' }).press('Enter');
  await expect(row('Ada').getByText('Waits for approval')).toHaveCount(0);
  await expect(row('Ada')).toBeFocused();

  const reject = page.getByRole('button', { name: 'Reject the donation of Cem' });
  await pressAtRest(reject);
  await expect(row('Cem').getByText('Rejected', { exact: true })).toBeVisible();
  // The name, which opens what happened, and Undo.
  await expect(row('Cem').getByRole('button')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo: the donation of Cem was rejected' }).click();
  await expect(row('Cem')).toContainText('Waits for approval');
  await pressAtRest(reject);
  // Whoever goes to another page has decided.
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'Donations', exact: true }).click();
  await expect(row('Cem').getByText('Rejected', { exact: true })).toBeVisible();
  await expect(row('Cem').getByText('Waits for approval')).toHaveCount(0);
  await pressAtRest(page.getByRole('button', { name: 'Replay the donation of Cem' }));
  await expect(page.getByText('It waits for your overlay')).toBeVisible();
});

test('of what waits for approval the found words are starred out in the list, or name and message left out', async ({
  openPage,
}) => {
  const kat = await withApproval(server.url, await registerStreamer(server.url), {
    ownWords: ['rude'],
    wordAction: 'hold',
  });
  await donate(server.url, kat, 'Ada', 'rude words');
  await donate(server.url, kat, 'Cem', 'where somebody lives');
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/donations`);
  for (const [name, act, said] of [
    ['Ada', 'Mask the alert of Ada', 'Masked'],
    ['Cem', 'Hide text of the alert of Cem', 'Text hidden'],
  ] as const) {
    await page.getByRole('button', { name: act }).press('Enter');
    await expect(page.getByText(said, { exact: true })).toBeVisible();
    await expect(rows(page).filter({ hasText: name })).toBeFocused();
  }
  const { next } = await callAs<AlertDesk>(server.url, kat, 'GET', '/alerts');
  // Paid within one slot, either may be first.
  expect(next.map(({ donatorName, isMasked }) => `${donatorName} ${isMasked}`).toSorted()).toEqual([
    'Ada true',
    'Cem true',
  ]);
});

test('what is to be approved is seen whole, in the list and on the desk', async ({ openPage }) => {
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  const name = 'W'.repeat(50);
  const message = `${'Kind words. '.repeat(30)}The end`;
  await donate(server.url, kat, name, message);
  const page = await openPage({ viewport: { width: 1024, height: 768 } });
  for (const [path, list] of [
    ['/app/donations', '.dlist'],
    ['/app', '.to-approve'],
  ] as const) {
    await openAs(page, kat, `${server.url}${path}`);
    for (const text of [name, message]) {
      const said = page.locator(`${list} li`).getByText(text, { exact: true });
      await expect(said).toBeVisible();
      const cut = await said.evaluate((node) => {
        let block = node;
        while (getComputedStyle(block).display === 'inline') block = block.parentElement ?? document.body;
        return [block.scrollWidth - block.clientWidth, block.scrollHeight - block.clientHeight];
      });
      expect(cut).toEqual([0, 0]);
    }
  }
});

test('a long message has two lines, and all of them at a press', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  await donate(server.url, kat, 'Ada', 'Kind words. '.repeat(30));
  const page = await openPage(phone);
  await openAs(page, kat, `${server.url}/app/donations`);
  const message = rows(page).getByRole('button', { name: /^Kind words/ });
  const height = async () => (await message.boundingBox())?.height ?? Number.NaN;
  const two = await height();
  expect(two).toBeLessThan(60);
  // Chromium 103, which OBS 29 has inside, does not count the lines of a button itself.
  const counted = await page.evaluate(() =>
    [...document.querySelectorAll('.dlist *')]
      .filter((node) => getComputedStyle(node).webkitLineClamp !== 'none')
      .map(({ localName }) => localName),
  );
  expect(counted).toEqual(['span']);
  await message.click();
  await expect.poll(height).toBeGreaterThan(two * 2);
});

test('the keyboard stays where it pressed; what goes away hands it to its row, a row to the list', async ({
  openPage,
}) => {
  const page = await openPage(desktop, 503);
  await openList(page, 15);
  const mark = (row: string) =>
    rows(page).filter({ hasText: row }).getByRole('button', { name: 'Mark as Shown' });
  for (const name of ['Refresh', 'Download CSV']) {
    await page.getByRole('button', { name }).press('Enter');
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('button', { name })).toBeEnabled();
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
  const refuse = /donations\/[^/]+\/shown/;
  await page.route(refuse, (route) => route.fulfill({ status: 503, body: 'Not now' }));
  await mark('Donor 5').press('Enter');
  await expect(page.getByText('Failed to mark donation as shown').first()).toBeVisible();
  await expect(mark('Donor 5')).toBeFocused();
  await page.unroute(refuse);
  await mark('Donor 5').press('Enter');
  await expect(mark('Donor 5')).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'Donor 5' })).toBeFocused();

  const row = rows(page).filter({ hasText: 'Donor 10' });
  await row.getByRole('button', { name: 'Never show' }).press('Enter');
  await page.getByRole('button', { name: 'Never show it' }).press('Enter');
  await expect(row).toBeFocused();
  await row.getByRole('button', { name: 'Allow again' }).press('Enter');
  await expect(row.getByText('Blocked')).toHaveCount(0);
  await expect(row).toBeFocused();

  await page.getByLabel('Status').selectOption('RECEIVED');
  await mark('Donor 15').press('Enter');
  await expect(mark('Donor 15')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Donations' })).toBeFocused();
});

test('in Spanish, too, what can be done with a donation stays within the list', async ({ openPage }) => {
  const page = await openPage(desktop);
  await page.context().addCookies([{ name: 'language', value: 'es', url: server.url }]);
  await openList(page, 10);
  await expect(page.getByRole('button', { name: 'Dar por mostrada' }).first()).toBeVisible();
  for (const width of [360, 390, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const outside = await page.locator('.dlist .ac .btn').evaluateAll((actions) =>
      actions
        .filter((action) => {
          const { left, right } = action.getBoundingClientRect();
          const column = action.parentElement?.getBoundingClientRect();
          const list = action.closest('.dlist')?.getBoundingClientRect();
          return left + 1 < (column?.left ?? 0) || right - 1 > (list?.right ?? 0);
        })
        .map((action) => action.textContent),
    );
    expect.soft(outside, `at ${width} px`).toEqual([]);
  }
});

test('on a wide screen acts stand in one line, and below those of the row above', async ({ openPage }) => {
  const kat = await registerStreamer(server.url);
  await callAs(server.url, kat, 'POST', '/donations', {
    linkCode: kat.donationLink,
    donatorName: 'Unpaid',
  });
  await donate(server.url, kat, 'Ada', 'Great stream!');
  const page = await openPage({ ...desktop, viewport: { width: 1440, height: 900 } });
  await openAs(page, kat, `${server.url}/app/donations`);
  const acts = rows(page).filter({ hasText: 'Ada' }).locator('.ac .btn');
  await expect(acts).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Block donor Ada' })).toBeVisible();
  const middles = await acts.evaluateAll((buttons) =>
    buttons.map((button) => {
      const { top, bottom } = button.getBoundingClientRect();
      return Math.round((top + bottom) / 2);
    }),
  );
  expect(new Set(middles).size).toBe(1);
  const neverShow = await rows(page)
    .getByRole('button', { name: /^Never show/ })
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().right)));
  expect(neverShow).toHaveLength(2);
  expect(new Set(neverShow).size).toBe(1);
});

test('a press that was meant for another row decides nothing where a donation has just pushed the rows down', async ({
  openPage,
}) => {
  const kat = await registerStreamer(server.url);
  const page = await openPage(desktop);
  await openAs(page, kat, `${server.url}/app/donations`);
  await expect(page.getByText("You haven't received any donations yet.")).toBeVisible();
  for (const [index, name] of ['Ada', 'Ben'].entries()) {
    await donate(server.url, kat, name, 'kind words');
    await expect(rows(page)).toHaveCount(index + 1);
  }
  const mark = (name: string) =>
    rows(page).filter({ hasText: name }).getByRole('button', { name: 'Mark as Shown' });
  await expect(mark('Ada')).toBeVisible();
  await pressOnceRowsChange(mark('Ada'));
  await donate(server.url, kat, 'Cem', 'in between');
  await expect(page.locator('body')).toHaveAttribute('data-pressed', /Ben/);
  await expect(page.getByRole('alert')).toHaveText('Nothing was done: the rows had just moved. Press again.');
  await pressAtRest(mark('Ada'));
  await expect(page.getByText('Donation marked as shown')).toBeVisible();
  await expect(mark('Ada')).toHaveCount(0);
  await expect(mark('Ben')).toBeVisible();
});

test('a donation that comes in above takes no press from a row that stays where it is', async ({
  openPage,
}) => {
  const page = await openPage(desktop);
  const kat = await openList(page, 30);
  const mark = rows(page).filter({ hasText: 'Donor 10' }).getByRole('button', { name: 'Mark as Shown' });
  await mark.evaluate((node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await mark.evaluate((node) => {
    const { top } = node.getBoundingClientRect();
    const press = () => {
      document.body.dataset['moved'] = String(Math.round(node.getBoundingClientRect().top - top));
      node.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    };
    new MutationObserver((_, observer) => {
      observer.disconnect();
      // Sooner than a row that has moved takes one.
      setTimeout(press, 150);
    }).observe(node.closest('ul') ?? document.body, { childList: true });
  });
  await donate(server.url, kat, 'Cem', 'in between');
  await expect(page.getByText('Donation marked as shown')).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-moved', '0');
  await expect(mark).toHaveCount(0);
});

test('what waits for approval is marked as shown only after one question', async ({ openPage }) => {
  const page = await openPage(phone);
  const kat = await openEmptyList(page);
  await donate(server.url, kat, 'Ada', 'kind words');
  const row = rows(page).filter({ hasText: 'Ada' });
  const mark = row.getByRole('button', { name: 'Mark as Shown' });
  await expect(row).toContainText('Waits for approval');
  await mark.click();
  const question = page.getByRole('dialog', { name: 'Mark the donation of Ada as shown?' });
  await question.getByRole('button', { name: 'Keep it waiting' }).click();
  await expect(question).toHaveCount(0);
  await expect(row).toContainText('Waits for approval');
  await mark.click();
  await question.getByRole('button', { name: 'Mark as Shown' }).click();
  await expect(page.getByText('Donation marked as shown')).toBeVisible();
  await expect(row).not.toContainText('Waits for approval');
  await expect(row).toBeFocused();
});

test('a double press approves a donation in the list, and does not mark it as shown', async ({
  openPage,
}) => {
  const page = await openPage(desktop);
  const kat = await openEmptyList(page);
  await donate(server.url, kat, 'Ada', 'kind words');
  const approve = page.getByRole('button', { name: 'Approve the donation of Ada' });
  await expect(approve).toBeVisible();
  await pressOnceRowsChange(approve, 2);
  await pressAtRest(approve);
  await expect(page.locator('body')).toHaveAttribute('data-pressed', /Ada/);
  await expect(approve).toHaveCount(0);
  // The first press of the two did count.
  expect(await page.getByRole('alert').allTextContents()).toEqual([]);
  await pressAtRest(page.getByRole('button', { name: 'Mark as Shown' }));
  await expect(page.getByText('Donation marked as shown')).toHaveCount(1);
});

test('what is asked about a donation stays open when its row goes on to the next page', async ({
  openPage,
}) => {
  const page = await openPage(desktop);
  const kat = await openList(page, 20);
  const last = rows(page).filter({ hasText: 'Donor 20' });
  const pushOut = async (name: string) => {
    await donate(server.url, kat, name, 'in between');
    await expect(rows(page).filter({ hasText: name })).toBeVisible();
  };
  await last.getByRole('button', { name: 'Never show' }).click();
  await pushOut('Ada');
  await expect(last).toHaveCount(0);
  await page.getByRole('button', { name: 'Never show it' }).click();
  await expect(page.getByText('It will never be shown')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Donations' })).toBeFocused();

  const now = rows(page).filter({ hasText: 'Donor 19' });
  await now.getByRole('button', { name: 'Block donor' }).click();
  await pushOut('Ben');
  await expect(now).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Block Donor 19?' })).toBeVisible();
});

for (const locale of ['en-US', 'es-ES']) {
  test(`on a phone all that can be done with what waits in the tray stands in one line (${locale})`, async ({
    openPage,
  }) => {
    const kat = await registerStreamer(server.url);
    await callAs(server.url, kat, 'POST', '/alerts/pause', {});
    await donate(server.url, kat, 'Ada', 'Great stream!');
    await expect
      .poll(async () => (await callAs<AlertDesk>(server.url, kat, 'POST', '/alerts/clear', {})).counts.tray)
      .toBe(1);
    const page = await openPage({ ...phone, locale });
    await openAs(page, kat, `${server.url}/app/donations`);
    const acts = rows(page).locator('.ac');
    await expect(acts.getByRole('button')).toHaveCount(4);
    const act = await acts.getByRole('button').first().boundingBox();
    expect((await acts.boundingBox())?.height).toBeLessThanOrEqual((act?.height ?? 0) + 1);
  });
}

for (const locale of ['en-US', 'es-ES']) {
  test(`what is to be approved has the width of its row, and its acts stand in one line (${locale})`, async ({
    openPage,
  }) => {
    const kat = await withApproval(server.url, await registerStreamer(server.url));
    await donate(server.url, kat, 'Ada', 'kind words '.repeat(40));
    const page = await openPage({ ...desktop, locale });
    await openAs(page, kat, `${server.url}/app/donations`);
    const held = page.locator('.dlist > li.is-held');
    const acts = held.locator('.ac');
    await expect(acts.getByRole('button')).toHaveCount(5);
    const act = await acts.getByRole('button').first().boundingBox();
    expect((await acts.boundingBox())?.height).toBeLessThanOrEqual((act?.height ?? 0) + 1);
    expect((await held.locator('.ms').boundingBox())?.width).toBeGreaterThan(900);
    expect((await held.boundingBox())?.height).toBeLessThan(220);
  });
}
