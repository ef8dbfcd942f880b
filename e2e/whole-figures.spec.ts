import { expect } from '@playwright/test';
import type { AdminMoney } from '#contract/admin.ts';
import type { DeskAlert } from '#contract/alerts.ts';
import type { ListedDonation } from '#contract/donation.ts';
import { type AppState, enterInLanguage } from './app-states.ts';
import { operatorReplies, operatorTold, troubledReplies } from './played-admin.ts';
import {
  dashboardReplies,
  donationReplies,
  kat,
  playedNow,
  received,
  streamerReplies,
  streamerTold,
} from './played-data.ts';
import { test } from './state-page.ts';

type Desk = Exclude<NonNullable<typeof dashboardReplies.alertDesk>, { refused: unknown } | string>;
const desk = dashboardReplies.alertDesk as Desk;

const worth = (value: string) => ({ currency: 'EUR', value, price: '142.36' });

/** Alerts that are worth a little and a lot, with all that can stand beside an amount. */
const alerts = (place: string): DeskAlert[] => {
  const [some] = desk.next;
  if (some === undefined) throw new Error('No alert is next.');
  return [
    { ...some, id: `${place}-small`, amount: 0.25, fiat: worth('35.59') },
    { ...some, id: `${place}-replay`, kind: 'replay', amount: 12.5, fiat: worth('1779.50') },
    {
      ...some,
      id: `${place}-large`,
      amount: 12345.678901,
      fiat: worth('1757500.12'),
      hidesName: true,
      hidesAmount: true,
    },
  ];
};

const at = (seconds: number) => new Date(playedNow.getTime() + seconds * 1000).toISOString();

/** What was on stream last, or runs now, while an overlay is open or not: each changes how much room an alert has. */
const deskStates = alerts('now')
  .filter(({ kind }) => kind === 'payment')
  .flatMap((alert) =>
    [true, false].map((isOpen): AppState => {
      const overlay = isOpen ? desk.overlay : { ...desk.overlay, connected: 0, visible: 0 };
      return {
        name: `${alert.id}, ${isOpen ? 'on stream' : 'last'}`,
        path: '/app',
        replies: {
          ...dashboardReplies,
          alertDesk: {
            ...desk,
            overlay,
            now: isOpen ? { ...alert, sentAt: at(0), endsAt: at(7), isSettled: false } : null,
            toApprove: alerts('ask'),
            next: alerts('next'),
            tray: alerts('tray'),
            recent: [{ ...alert, settledAt: at(-720), settledHow: 'overlay' }],
          },
        },
        told: { ...streamerTold, overlay_state: overlay },
        isSignedIn: true,
        ready: (page) => page.locator('.now-place .sum'),
      };
    }),
  );

const large = 12345.678901;
const larger = 123_456.789012;
const moneyInFlight = troubledReplies.adminMoney as AdminMoney;
const { data } = streamerReplies.myDonations as { data: ListedDonation[] };
const signedIn = { told: streamerTold, isSignedIn: true } as const;

/** Large sums where they have the least room, and a name that takes all it can get. */
const largeStates: AppState[] = [
  {
    ...signedIn,
    name: 'totals',
    path: '/app',
    replies: {
      ...dashboardReplies,
      donationStats: { totalDonations: 12_345, totalAmount: large, todayDonations: 3 },
    },
    ready: (page) => page.locator('.stat .amount'),
  },
  {
    ...signedIn,
    name: 'balance',
    path: '/app/wallet',
    replies: {
      ...streamerReplies,
      wallet: { address: kat.walletAddress, balance: large, payoutAddress: null, withdrawal: null },
    },
    ready: (page) => page.locator('.balance .amount'),
  },
  {
    ...signedIn,
    name: 'list',
    path: '/app/donations',
    replies: {
      ...streamerReplies,
      myDonations: { data: data.map((donation) => ({ ...donation, amount: large })), total: data.length },
    },
    ready: (page) => page.locator('.dlist .amount'),
  },
  {
    name: 'thanks',
    path: '/donate/katlive/played',
    replies: donationReplies({
      ...received,
      amount: large,
      streamerName: 'WonderfulGamingWomen',
      shownOnStreamAt: at(0),
    }),
    told: {},
    ready: (page) => page.locator('.tx dd'),
  },
  {
    ...signedIn,
    name: 'operator',
    path: '/admin',
    told: operatorTold,
    replies: {
      ...operatorReplies,
      adminMoney: {
        ...moneyInFlight,
        unswept: { ...moneyInFlight.unswept, amount: larger },
        tooSmall: { addresses: 12_345, amount: larger },
      },
    },
    ready: (page) => page.locator('.stats.money .amount'),
  },
];

/** Runs in the page: ends of a line about a payment that take a second one. */
function brokenEnds(): string[] {
  const range = document.createRange();
  return [...document.querySelectorAll('.tx dd')]
    .filter((end) => {
      range.selectNodeContents(end.firstElementChild ?? end);
      return range.getBoundingClientRect().height > 1.5 * Number.parseFloat(getComputedStyle(end).lineHeight);
    })
    .map((end) => end.textContent);
}

/**
 * Runs in the page: figures of money that are cut off, reach out of their card, or lie under something to press.
 * One that is left out whole for an ellipsis, as a box in a line is, tells nothing false.
 */
function brokenFigures(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const pressed = [...document.querySelectorAll('main button, main a')].filter((it) => it.checkVisibility());
  const broken: string[] = [];
  const holders = new Set<Element>();
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const holder = node.parentElement?.closest('.amount') ?? node.parentElement;
    if (node.textContent?.trim() === '') continue;
    if (holder !== null && /\d.*(?:\sSOL|€)|€.*\d/.test(holder.textContent)) holders.add(holder);
  }
  for (const holder of holders) {
    const words = holder.textContent;
    if (holder.closest('.sr, .pv, [inert]') !== null || !holder.checkVisibility()) continue;
    const isBox = getComputedStyle(holder).display === 'inline-block';
    if (isBox && getComputedStyle(holder.parentElement ?? holder).textOverflow === 'ellipsis') continue;
    range.selectNodeContents(holder);
    const at = range.getBoundingClientRect();
    const reachesOut = (around: Element): boolean => {
      const edges = around.getBoundingClientRect();
      return at.right > edges.right + 1 || at.left < edges.left - 1;
    };
    for (
      let around: Element = holder;
      around !== document.body;
      around = around.parentElement ?? document.body
    )
      if (getComputedStyle(around).overflowX !== 'visible' && reachesOut(around))
        broken.push(`cut: ${words}`);
    const card = holder.closest(
      '.card > :not(.desk-lists), .desk-lists > *, .stat > dd, .dlist > li > *, .tx dd',
    );
    if (card !== null && reachesOut(card)) broken.push(`out of its place: ${words}`);
    const isUnder = pressed.some((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isBeside = at.right <= left || at.left >= right || at.bottom <= top + 1 || at.top >= bottom - 1;
      return !isBeside && !element.contains(holder);
    });
    if (isUnder) broken.push(`under something to press: ${words}`);
  }
  return broken;
}

/** The widths at which a figure has the least room: phones, and where columns begin to stand side by side. */
const widths = [320, 360, 390, 700, 768, 820, 1024, 1100, 1280, 1440];

test.use({ trace: 'off' });

for (const language of ['en', 'es'] as const) {
  test(`amounts of alerts are whole, and a name stands beside them: ${language}`, async ({ openState }) => {
    for (const state of deskStates) {
      const { page } = await openState(state);
      await enterInLanguage(page, state, language);
      await expect(state.ready(page).first()).toBeVisible();
      await page.locator('.recent-alerts summary').click();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const where = `${state.name} at ${width} px`;
        expect.soft(await page.evaluate(brokenFigures), where).toEqual([]);
        const name = await page.locator('.now-place .name').boundingBox();
        expect.soft(name?.width, where).toBeGreaterThan(30);
        // As high as a running bar's place: no control moves.
        expect.soft((await page.locator('.now-place').boundingBox())?.height, where).toBe(60);
      }
      await page.context().close();
    }
  });

  test(`large totals, amounts of a list, the way of a donation and what the operator sees are whole: ${language}`, async ({
    openState,
  }) => {
    for (const state of largeStates) {
      const { page } = await openState(state);
      await enterInLanguage(page, state, language);
      await expect(state.ready(page).first()).toBeVisible();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const where = `${state.name} at ${width} px`;
        expect.soft(await page.evaluate(brokenFigures), where).toEqual([]);
        expect.soft(await page.evaluate(brokenEnds), where).toEqual([]);
      }
      await page.context().close();
    }
  });
}
