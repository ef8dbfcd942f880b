import type { Page } from '@playwright/test';
import type { ListedDonation } from '#contract/donation.ts';
import type { AppState } from './app-states.ts';
import {
  dashboardReplies,
  donationReplies,
  donorReplies,
  streamerReplies,
  streamerTold,
  usdc,
  waiting,
} from './played-data.ts';
import type { Replies } from './played-server.ts';

const widths = [1440, 390];
const ticket = { mint: 'TicketMint1111111111111111111111111111111111', symbol: 'TICKET', decimals: 0 };

const offering: Replies = {
  ...donorReplies,
  donationPage: {
    streamerName: 'katlive',
    minDonationAmount: 0.002,
    acceptsClips: true,
    clipMinimumAmount: 0.1,
    isModerated: false,
    presetAmounts: [0.1, 0.5],
    tokens: [
      { ...usdc, minAmount: '1' },
      { ...ticket, minAmount: '3' },
    ],
  },
};

const taking: Replies = {
  ...streamerReplies,
  myTokens: {
    data: [
      { ...usdc, isOn: true, minAmount: '2.5', leastAmount: '1' },
      { ...ticket, isOn: false, minAmount: '1', leastAmount: '1' },
    ],
  },
};

const stats = { totalDonations: 49, totalAmount: 12.345678, todayDonations: 3 };
const latest = (dashboardReplies.myDonations as { data: ListedDonation[] }).data;
const paidInTokens: Replies = {
  ...dashboardReplies,
  donationStats: {
    ...stats,
    tokens: [
      { ...usdc, amount: '1234.5', donations: 11 },
      { ...ticket, amount: '3', donations: 1 },
    ],
  },
  myDonations: {
    data: latest.map((donation, index) =>
      index === 0 ? { ...donation, amount: 0, token: { ...usdc, amount: '25.5' } } : donation,
    ),
    total: 49,
  },
};

/** Donations in tokens, where a donor and a streamer meet them. */
export const tokenStates: AppState[] = [
  {
    name: 'donation form in a token, refused',
    path: '/donate/katlive',
    replies: offering,
    widths,
    prepare: async (page: Page) => {
      await page.getByRole('radio', { name: /^USDC/ }).check();
      await page.getByLabel('Amount in USDC').fill('0.5');
      await page.getByRole('button', { name: 'Create Donation' }).click();
    },
    ready: (page) => page.getByText('Please enter at least 1.00 USDC'),
  },
  {
    name: 'payment in a token, in part',
    path: '/donate/katlive/played',
    replies: donationReplies({
      ...waiting,
      minAmount: 0,
      missingAmount: 0,
      amount: 0.05,
      token: {
        ...usdc,
        account: waiting.walletAddress,
        minAmount: '1',
        askedAmount: '5',
        amount: '0.25',
        missingAmount: '0.75',
      },
    }),
    told: {},
    widths,
    ready: (page) => page.getByText('0.25 USDC arrived.'),
  },
  {
    name: 'settings with tokens',
    path: '/app/settings',
    replies: taking,
    told: streamerTold,
    isSignedIn: true,
    widths: [390],
    ready: (page) => page.getByRole('switch', { name: 'Take USDC' }),
  },
  {
    name: 'dashboard with tokens',
    path: '/app',
    replies: paidInTokens,
    told: streamerTold,
    isSignedIn: true,
    widths,
    ready: (page) => page.getByText('25.50 USDC'),
  },
];
