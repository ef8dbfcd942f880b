import { type Browser, expect, type Page, test } from '@playwright/test';
import type { AlertDesk } from '#contract/alerts.ts';
import { type AppState, appStates, enterState } from './app-states.ts';
import { openStatePage } from './state-page.ts';

function findDashboard(): { state: AppState; desk: AlertDesk } {
  const state = appStates.find(({ name }) => name === 'dashboard');
  const desk = state?.replies.alertDesk;
  if (state === undefined || typeof desk !== 'object' || 'refused' in desk)
    throw new Error('The state of the dashboard is gone.');
  return { state, desk };
}

/** The dashboard on a desktop with another desk than it is played with; its page. */
async function openDashboard(
  browser: Browser,
  change: (desk: AlertDesk) => Partial<AlertDesk>,
): Promise<Page> {
  const { state, desk: played } = findDashboard();
  const desk = { ...played, ...change(played) };
  const changed: AppState = {
    ...state,
    replies: { ...state.replies, alertDesk: desk },
    told: { ...state.told, overlay_state: desk.overlay },
  };
  const { page } = await openStatePage(browser, changed, { viewport: { width: 1440, height: 900 } });
  await enterState(page, changed);
  return page;
}

test('beside an alert with a clip, what the others of its line have stays at their top', async ({
  browser,
}) => {
  const clip = { mediaUrl: '/clips/played.mp3', mediaDuration: 4.2 };
  const page = await openDashboard(browser, ({ next: [first] }) => ({
    toApprove: [],
    tray: [],
    next:
      first === undefined
        ? []
        : [first, { ...first, id: 'silent', message: '' }, { ...first, id: 'with-clip', ...clip }],
  }));
  const avatars = page.getByRole('region', { name: /^Next/ }).locator('.alert-head .avatar');
  await expect(avatars).toHaveCount(3);
  const tops = await avatars.evaluateAll((found) => found.map((it) => it.getBoundingClientRect().top));
  expect(new Set(tops).size, tops.join(', ')).toBe(1);
  await page.context().close();
});

test('where the only alert so far was skipped, nobody is told that none was shown', async ({ browser }) => {
  const page = await openDashboard(browser, ({ overlay, recent: [first] }) => ({
    now: null,
    overlay: { ...overlay, lastShownAt: null },
    recent: first === undefined ? [] : [{ ...first, settledHow: 'skipped' }],
  }));
  await expect(page.getByText('Nothing is on stream.')).toBeVisible();
  await expect(page.getByText('No alert has been shown yet.')).toHaveCount(0);
  await page.context().close();
});

test('of the cards that wait for a yes none has a line that the others lack', async ({ browser }) => {
  const page = await openDashboard(browser, ({ toApprove: [first] }) => ({
    toApprove: first === undefined ? [] : [first, { ...first, id: 'second' }],
  }));
  const cards = page.getByRole('region', { name: /^To approve/ }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  for (const card of await cards.all()) await expect(card).toHaveCSS('border-top-width', '0px');
  await page.context().close();
});

test('of a masked alert the row says that its clip is not played', async ({ browser }) => {
  const clip = { mediaUrl: '/clips/played.mp3', mediaDuration: 4.2 };
  const page = await openDashboard(browser, ({ toApprove: [first] }) => ({
    toApprove:
      first === undefined
        ? []
        : [
            { ...first, ...clip, foundWords: ['rude'], isMasked: true },
            { ...first, ...clip, id: 'second', foundWords: [], isMasked: false },
          ],
  }));
  const rows = page.getByRole('region', { name: /^To approve/ }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('The clip is not played');
  await expect(rows.last()).not.toContainText('The clip is not played');
  await page.context().close();
});

test('an alert that the word lists have masked is not offered to be masked', async ({ browser }) => {
  const found = { message: 'a rude one', foundWords: ['rude'] };
  const page = await openDashboard(browser, ({ toApprove: [first] }) => ({
    toApprove:
      first === undefined
        ? []
        : [
            { ...first, ...found, isMasked: true },
            { ...first, ...found, id: 'second' },
          ],
  }));
  const cards = page.getByRole('region', { name: /^To approve/ }).getByRole('listitem');
  const masked = cards.first();
  await expect(masked.getByText('Masked', { exact: true })).toBeVisible();
  await expect(masked.getByRole('button', { name: /^(Approve|Reject) / })).toHaveCount(2);
  await expect(masked.getByRole('button', { name: /^Mask / })).toHaveCount(0);
  await expect(cards.last().getByRole('button', { name: /^Mask / })).toBeVisible();
  await page.context().close();
});

test('of an alert whose text is left out the desk does not say that words are starred out', async ({
  browser,
}) => {
  const page = await openDashboard(browser, ({ next: [first] }) => ({
    next:
      first === undefined
        ? []
        : [
            { ...first, isMasked: true, foundWords: [] },
            { ...first, id: 'second', isMasked: true, message: 'a rude one', foundWords: ['rude'] },
          ],
  }));
  const rows = page.getByRole('region', { name: /^Next/ }).getByRole('listitem');
  await expect(rows.first().locator('.tag')).toHaveText('Text hidden');
  await expect(rows.last().locator('.tag')).toHaveText('Masked');
  await page.context().close();
});

test('what was on stream when the overlay was closed is not said to be there still', async ({ browser }) => {
  const page = await openDashboard(browser, ({ now }) => ({
    now: now && { ...now, endsAt: now.sentAt },
    overlay: { connected: 0, visible: 0, lastShownAt: null },
  }));
  const desk = page.getByRole('region', { name: 'Overlay', exact: true });
  await expect(desk.getByText('cut short, waits again')).toBeVisible();
  await expect(desk.getByText('Last alert')).toBeVisible();
  await expect(desk.getByText(/On stream now|s left/)).toHaveCount(0);
  await page.context().close();
});
