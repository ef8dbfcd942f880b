import type { Page } from '@playwright/test';
import type { AppState } from './app-states.ts';
import { dashboardReplies, kat } from './played-data.ts';
import { operatorReplies, operatorTold, troubledReplies } from './played-admin.ts';

const operating = { replies: operatorReplies, told: operatorTold, isSignedIn: true } as const;

/** The states of the operator's page, and what a streamer sees of it. */
export const adminStates: AppState[] = [
  {
    ...operating,
    name: 'operator: all is well',
    path: '/admin',
    ready: (page) => page.getByText(/agree|Coinciden/),
  },
  {
    ...operating,
    name: 'operator: trouble',
    path: '/admin',
    replies: troubledReplies,
    // The room that a disk has left is told in the unit that suits it.
    ready: (page) => page.locator('main', { hasText: /7[.,]3\sGB/ }).getByText('zoe_plays_everything'),
  },
  {
    ...operating,
    name: 'operator: streamers',
    path: '/admin/streamers',
    ready: (page) => page.getByText('nightowl'),
  },
  {
    ...operating,
    name: 'operator: streamer',
    path: '/admin/streamers/foxglove',
    ready: (page) => page.getByText('America/Argentina/Buenos Aires'),
  },
  {
    ...operating,
    name: 'operator: act',
    path: '/admin/streamers/foxglove',
    widths: [1440, 390],
    prepare: async (page: Page) => {
      await page.getByRole('button', { name: 'Open the link again' }).click();
      await page.getByRole('button', { name: 'Open the link', exact: true }).click();
    },
    ready: (page) => page.getByText('Please say why, in 3 letters at least'),
  },
  {
    ...operating,
    name: 'operator: audit log',
    path: '/admin/log',
    ready: (page) => page.getByText('totp added'),
  },
  {
    ...operating,
    name: 'dashboard of a suspended streamer',
    path: '/app',
    replies: { ...dashboardReplies, usersMe: { ...kat, isSuspended: true } },
    ready: (page) => page.locator('#suspended'),
  },
];
