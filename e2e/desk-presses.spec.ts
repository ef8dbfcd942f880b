import { expect, type Locator, type Page } from '@playwright/test';
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
  type Streamer,
  withApproval,
} from './desk-journey.ts';
import { forFile } from './for-file.ts';
import { startJourneyServer } from './start-journey-server.ts';
import { desktop, phone, test } from './watched-page.ts';

const obs = { viewport: { width: 400, height: 600 } };
test.describe.configure({ timeout: 60_000 });

const server = forFile(startJourneyServer);

const act = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Longer than the desk keeps a decided row, and takes no press after its rows moved. */
const settledMs = 2500;

for (const [place, path, size] of [
  ['dock', '/dock', dock],
  ['dashboard', '/app', desktop],
] as const) {
  test(`${place}: a double press decides one alert, not the one that takes its place`, async ({
    openPage,
  }) => {
    const kat = await withApproval(server.url, await registerStreamer(server.url));
    const page = await openPage(size);
    await openAs(page, kat, `${server.url}${path}`);
    const held = listOn(page, /^To approve/);
    const acts = ['Approve the alert of Ada', 'Hide text of the alert of Ben', 'Reject the alert of Cem'];
    for (const [i, name] of ['Ada', 'Ben', 'Cem', 'Dot'].entries()) {
      await donate(server.url, kat, name, 'of one line');
      await expect(held.getByRole('listitem')).toHaveCount(i + 1);
    }
    await page.waitForTimeout(settledMs);
    let place = { x: 0, y: 0 };
    for (const name of acts) {
      place = await middleOf(act(page, name));
      const { x, y } = place;
      // Two presses of an unsteady hand, and one of an impatient one.
      await page.mouse.click(x, y, { clickCount: 2, delay: 20 });
      await page.waitForTimeout(300);
      await page.mouse.click(x, y);
      await page.waitForTimeout(settledMs);
    }
    // Where a decision can be taken back no press does so that is made in its place, however late.
    await page.mouse.click(place.x, place.y);
    await expect(act(page, 'Undo')).toBeVisible();
    await expect(act(page, 'Undo')).toHaveCount(0);
    // The decision is sent in the moment in which it can be taken back no more.
    await expect(async () => {
      const desk = await callAs<AlertDesk>(server.url, kat, 'GET', '/alerts');
      expect(desk.toApprove.map(({ donatorName }) => donatorName)).toEqual(['Dot']);
      expect(desk.next).toHaveLength(2);
    }).toPass({ timeout: 20_000 });
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

test('a row that something above has pushed down takes a press half a second later, and none before', async ({
  openPage,
}) => {
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  const page = await openPage(dock);
  await openAs(page, kat, `${server.url}/dock`);
  const held = listOn(page, /^To approve/);
  await donate(server.url, kat, 'Ada', 'of one line');
  await expect(held.getByRole('listitem')).toHaveCount(1);
  await page.waitForTimeout(settledMs);
  // The list itself is not drawn when this grows.
  const approve = act(page, 'Approve the alert of Ada');
  await approve.evaluate((button) => {
    const above = document.querySelector<HTMLElement>('.now');
    if (above !== null) above.style.paddingBottom = '80px';
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
  });
  const refusal = page.getByRole('alert');
  await expect(refusal).toHaveText('Nothing was done: the rows had just moved. Press again.');
  await expect(refusal).toHaveCount(0);
  await expect(approve).toBeVisible();

  // The list is drawn long after the row has moved, which stays where it is.
  await page.locator('.now').evaluate((above) => {
    above.style.paddingBottom = '40px';
  });
  await page.waitForTimeout(settledMs);
  await approve.evaluate((button) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    }).observe(button.closest('ul') ?? document.body, { childList: true });
  });
  await donate(server.url, kat, 'Ben', 'of one line');
  await expect(held.locator('.qi.decided')).toBeVisible();
  await expect(refusal).toHaveCount(0);
});

test('a key that is held down, or pressed twice, decides one alert and leaves the focus at the next', async ({
  openPage,
}) => {
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  const page = await openPage(dock);
  await openAs(page, kat, `${server.url}/dock`);
  const held = listOn(page, /^To approve/);
  for (const [i, name] of ['Ada', 'Ben', 'Cem', 'Dot'].entries()) {
    await donate(server.url, kat, name, 'of one line');
    await expect(held.getByRole('listitem')).toHaveCount(i + 1);
  }
  await page.waitForTimeout(settledMs);
  await act(page, 'Approve the alert of Ada').focus();
  for (let i = 0; i < 20; i++) {
    await page.keyboard.down('Enter');
    await page.waitForTimeout(50);
  }
  await page.keyboard.up('Enter');
  await expect(act(page, 'Approve the alert of Ben')).toBeFocused();
  await page.waitForTimeout(settledMs);
  await expect(act(page, 'Approve the alert of Ben')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(page.getByRole('alert')).toHaveText('Nothing was done: the rows had just moved. Press again.');
  await expect(act(page, 'Approve the alert of Cem')).toBeFocused();
  await page.waitForTimeout(settledMs);
  const waiting = async () => {
    const { toApprove } = await callAs<AlertDesk>(server.url, kat, 'GET', '/alerts');
    return toApprove.map(({ donatorName }) => donatorName);
  };
  expect(await waiting()).toEqual(['Cem', 'Dot']);

  // Rejected, it can be taken back: the key that was held did not do that already.
  await act(page, 'Reject the alert of Cem').focus();
  for (let i = 0; i < 10; i++) {
    await page.keyboard.down('Enter');
    await page.waitForTimeout(50);
  }
  await page.keyboard.up('Enter');
  await expect(held.getByText('Rejected: Cem')).toBeVisible();
  await expect(act(page, 'Undo')).toBeFocused();
  await page.waitForTimeout(600);
  await page.keyboard.press('Enter');
  await expect(act(page, 'Reject the alert of Cem')).toBeVisible();
  expect(await waiting()).toEqual(['Cem', 'Dot']);
});

for (const [place, path, size] of [
  ['dock', '/dock', dock],
  ['dashboard', '/app', desktop],
  ['dashboard on a phone', '/app', phone],
] as const) {
  test(`${place}: no control moves when an alert comes or goes`, async ({ openPage }) => {
    const kat = await registerStreamer(server.url);
    const page = await openPage(size);
    await openAs(page, kat, `${server.url}${path}`);
    const pause = act(page, 'Pause alerts');
    await expect(pause).toBeEnabled();
    const { linkCode } = await callAs<{ linkCode: string }>(server.url, kat, 'GET', '/donations/link');
    await openOverlay(await openPage(obs), `${server.url}/widget/${linkCode}`);
    await expect(page.getByText('On air', { exact: true }).filter({ visible: true }).first()).toBeVisible();
    const controls = [pause, act(page, 'Skip this alert'), page.getByRole('slider', { name: 'Volume' })];
    const tops = () => Promise.all(controls.map(async (control) => (await control.boundingBox())?.y));
    const left = page.getByText(/ s left$/);

    const before = await tops();
    await page.getByRole('button', { name: /^(Test|Send test alert)$/ }).click();
    await expect(left).toBeVisible();
    expect(await tops(), 'a test is on stream').toEqual(before);
    await act(page, 'Skip this alert').click();
    await expect(left).toHaveCount(0);
    expect(await tops(), 'after it').toEqual(before);
    await donate(server.url, kat, 'Maximiliana-Theodora von Habenichts', 'hold me');
    await expect(left).toBeVisible();
    expect(await tops(), 'a donation is on stream').toEqual(before);
    await expect(left).toHaveCount(0);
    expect(await tops(), 'after it').toEqual(before);
  });
}

for (const [place, path, size, more, moreWords] of [
  ['dock', '/dock', dock, 1, '1 more comes up as these are settled.'],
  ['dashboard', '/app', desktop, 10, '10 more come up as these are settled.'],
  ['dashboard on a phone', '/app', phone, 10, '10 more come up as these are settled.'],
] as const) {
  test(`${place}: how many more wait does not change while a decided row stands there`, async ({
    openPage,
  }) => {
    const kat = await withApproval(server.url, await registerStreamer(server.url));
    const page = await openPage(size);
    // As if more waited than the desk names.
    await page.route(/\/api\/alerts(\/[^/]+\/approve)?$/, async (route) => {
      const response = await route.fetch();
      const desk = (await response.json()) as AlertDesk;
      const counts = { ...desk.counts, toApprove: desk.counts.toApprove + more };
      await route.fulfill({ response, json: { ...desk, counts } });
    });
    await openAs(page, kat, `${server.url}${path}`);
    for (const name of ['Ada', 'Ben']) await donate(server.url, kat, name, 'of one line');
    const held = listOn(page, /^To approve/);
    const moreWait = held.getByText(/ as these are settled/);
    await expect(held.getByRole('listitem')).toHaveCount(2);
    await expect(moreWait).toHaveText(moreWords);
    await pressAtRest(act(page, 'Approve the alert of Ada'));
    await expect(held.locator('.qi.decided')).toBeVisible();
    // At once: a moment later the row is gone.
    expect(await moreWait.textContent()).toBe(moreWords);
    await expect(held.locator('.qi.decided')).toHaveCount(0);
    await expect(moreWait).toHaveText(moreWords);
    // The desk may be read once more as the page closes.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

test('an alert that is approved and taken out again at once cannot be approved once more', async ({
  openPage,
}) => {
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  const page = await openPage(dock);
  await openAs(page, kat, `${server.url}/dock`);
  await donate(server.url, kat, 'Ada', 'of one line');
  await pressAtRest(act(page, 'Approve the alert of Ada'));
  // Its row is there for a moment only, so each button that comes is noted.
  const came = await page.evaluateHandle(() => {
    const labels: string[] = [];
    new MutationObserver(() => {
      for (const it of document.querySelectorAll('.to-approve .acts button')) labels.push(it.ariaLabel ?? '');
    }).observe(document.body, { childList: true, subtree: true });
    return labels;
  });
  // By its key: a pointer would have to wait until the row is at rest.
  await act(page, 'Take the alert of Ada out of the queue').press('Enter');
  await expect(page.locator('.qi.decided')).toHaveCount(0);
  await expect(act(page, 'Take the alert of Ada out of the queue')).toHaveCount(0);
  expect(await came.jsonValue()).toEqual([]);
});

test('a link to another desk, opened in the tab of a dock, shows nothing of the desk before', async ({
  openPage,
}) => {
  const kat = await withApproval(server.url, await registerStreamer(server.url));
  const zoe = await registerStreamer(server.url);
  await donate(server.url, kat, 'Ada', 'of one line');
  const page = await openPage(dock);
  await page.goto(`${server.url}/dock#${kat.token}`);
  await expect(page.getByText('Ada')).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/alerts', async (route) => {
    await held.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/alerts');
  await page.evaluate((token) => {
    location.hash = token;
  }, zoe.token);
  await asked;
  await expect(page.getByText('Ada')).toHaveCount(0);
  held.resolve();
  await expect(page.getByText('No alert has been shown yet.')).toBeVisible();
});

test('skip means the alert that is shown: what goes on stream before the press arrives stays there', async ({
  openPage,
}) => {
  const { kat, page } = await goOnAir(openPage);
  const onStream = async () => (await callAs<AlertDesk>(server.url, kat, 'GET', '/alerts')).now?.donatorName;
  // Each press is late: somebody else has skipped meanwhile, and the next alert is on stream.
  const next = ['Ben', 'Cem'];
  await page.route('**/api/alerts/skip', async (route) => {
    await callAs(server.url, kat, 'POST', '/alerts/skip');
    await expect.poll(onStream).toBe(next.shift());
    await route.continue();
  });
  await callAs(server.url, kat, 'POST', '/alerts/pause');
  await queue(kat, ['Ada', 'Ben', 'Cem']);
  await callAs(server.url, kat, 'POST', '/alerts/resume');
  const now = listOn(page, /^Now on stream/);
  const answered = () => page.waitForResponse(/\/api\/alerts\/skip$/);

  await expect(now.getByText('Ada')).toBeVisible();
  const [toPress] = await Promise.all([answered(), act(page, 'Skip this alert').click()]);
  expect(await toPress.json()).toMatchObject({ now: { donatorName: 'Ben' } });
  await expect(now.getByText('Ben')).toBeVisible();
  const [toKey] = await Promise.all([answered(), page.keyboard.press('s')]);
  expect(await toKey.json()).toMatchObject({ now: { donatorName: 'Cem' } });
  await expect(now.getByText('Cem')).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);
});

test('whoever is asked about being blocked stays the one that was pressed, wherever the alert goes', async ({
  openPage,
}) => {
  const { kat, page } = await goOnAir(openPage);
  const now = listOn(page, /^Now on stream/);
  const isOver = async (name: string) => {
    const desk = await callAs<AlertDesk>(server.url, kat, 'GET', '/alerts');
    if (desk.now?.donatorName === name)
      await callAs(server.url, kat, 'POST', '/alerts/skip', { alertId: desk.now.id });
    await expect(now.getByRole('button', { name: `Block donor ${name}` })).toHaveCount(0);
  };
  const blockAsAsked = async (name: string) => {
    const dialog = page.getByRole('dialog', { name: `Block ${name}?` });
    await dialog.getByLabel(`The name “${name}”`).check();
    await dialog.getByRole('button', { name: 'Block', exact: true }).click();
    await expect(page.locator('.toast').filter({ hasText: `Blocked the name “${name}”` })).toBeVisible();
    await expect(dialog).toHaveCount(0);
  };
  await callAs(server.url, kat, 'POST', '/alerts/pause');
  await queue(kat, ['Ada', 'Ben', 'Eli', 'Cem', 'Dot']);
  await callAs(server.url, kat, 'POST', '/alerts/resume');

  // The next one takes its place on stream.
  await now.getByRole('button', { name: 'Block donor Ada' }).click();
  await isOver('Ada');
  await expect(now.getByText('Ben')).toBeVisible();
  await callAs(server.url, kat, 'POST', '/alerts/pause');
  await blockAsAsked('Ada');

  // Its row leaves the list for the stream, and nobody is blocked: the keyboard goes on with the row that took its place.
  await pressAtRest(act(page, 'Block donor Eli'));
  await callAs(server.url, kat, 'POST', '/alerts/resume');
  await isOver('Ben');
  await expect(now.getByText('Eli')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // At once, not with the desk's next change.
  expect(await page.locator('li:focus-within').allTextContents()).toEqual([expect.stringContaining('Cem')]);
  await callAs(server.url, kat, 'POST', '/alerts/pause');
  await isOver('Eli');

  // The same with a yes.
  await pressAtRest(act(page, 'Block donor Cem'));
  await callAs(server.url, kat, 'POST', '/alerts/resume');
  await expect(now.getByText('Cem')).toBeVisible();
  await blockAsAsked('Cem');
  await expect(page.locator('.recent-alerts summary')).toBeFocused();

  // Nothing is on stream any more. By its key: the words about Cem still lie above it.
  await now.getByRole('button', { name: 'Block donor Dot' }).press('Enter');
  await isOver('Dot');
  await blockAsAsked('Dot');
  const { data } = await callAs<{ data: { value: string }[] }>(server.url, kat, 'GET', '/blocks');
  expect(data.map(({ value }) => value)).toEqual(['Dot', 'Cem', 'Ada']);
});

/** A streamer with an open overlay, and their dock. */
async function goOnAir(
  openPage: (size: typeof dock) => Promise<Page>,
): Promise<{ kat: Streamer; page: Page }> {
  const kat = await registerStreamer(server.url);
  const page = await openPage(dock);
  await openAs(page, kat, `${server.url}/dock`);
  const { linkCode } = await callAs<{ linkCode: string }>(server.url, kat, 'GET', '/donations/link');
  await openOverlay(await openPage(obs), `${server.url}/widget/${linkCode}`);
  return { kat, page };
}

/** Brings alerts into an empty queue in this order: those that are paid in one slot stand as they were recorded. */
async function queue(kat: Streamer, names: readonly string[]): Promise<void> {
  const inQueue = async () =>
    (await callAs<AlertDesk>(server.url, kat, 'GET', '/alerts')).next.map((it) => it.donatorName);
  for (const [index, name] of names.entries()) {
    await donate(server.url, kat, name, 'hold me');
    await expect.poll(inQueue).toEqual(names.slice(0, index + 1));
  }
}

async function middleOf(button: Locator): Promise<{ x: number; y: number }> {
  await button.scrollIntoViewIfNeeded({ timeout: 3000 });
  const box = await button.boundingBox();
  if (box === null) throw new Error('There is no button to press.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
