import * as z from 'zod/mini';
import { donationSettings, user } from './account.ts';
import { donationLink, donationStats, donationStatuses, listedDonation } from './donation.ts';
import { donationHistory } from './donation-history.ts';
import { byId, type Route } from './route.ts';

/** The most days that the chart asks for. */
const mostDays = 366;

/** One day in the streamer's time zone: paid donations by the time of their payment, tests excluded. */
const donationDay = z.object({
  /** YYYY-MM-DD. */
  date: z.string(),
  count: z.number(),
  /** SOL, gross. */
  amount: z.number(),
});
export type DonationDay = z.infer<typeof donationDay>;

/** What of the list is wanted; left out, nothing is narrowed. */
const filter = {
  /** In donor name or message, whatever the case; or the id of a donation. */
  search: z.optional(z.string().check(z.maxLength(200))),
  status: z.optional(z.enum(donationStatuses)),
};

/** The streamer's own side of donations: totals, the list, the books, and what donors meet. */
export const donationListRoutes = {
  donationStats: {
    method: 'GET',
    path: '/donations/stats',
    summary: 'Totals of paid donations.',
    access: 'streamer',
    scopes: ['donations:read', 'stats:read'],
    status: 200,
    reply: donationStats,
  },
  donationLink: {
    method: 'GET',
    path: '/donations/link',
    summary: 'The public donation link and the secret code of the widget.',
    access: 'streamer',
    status: 200,
    secret: true,
    reply: donationLink,
  },
  myDonations: {
    method: 'GET',
    path: '/donations/my',
    summary:
      'The streamer’s donations, newest first; with `paid` those alone that count, the last paid first.',
    access: 'streamer',
    scopes: ['donations:read'],
    status: 200,
    query: z.object({
      limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000))),
      paid: z.optional(z.literal('true')),
    }),
    reply: z.object({ data: z.array(listedDonation), total: z.number() }),
  },
  searchDonations: {
    method: 'GET',
    path: '/donations/search',
    summary: 'A page of the streamer’s donations, newest first, searched and filtered by the server.',
    access: 'streamer',
    scopes: ['donations:read'],
    status: 200,
    query: z.object({
      ...filter,
      page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000_000))),
      size: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
    }),
    reply: z.object({
      data: z.array(listedDonation),
      /** How many match search and status. */
      found: z.number(),
      /** How many there are at each status, whatever the search. */
      counts: z.record(z.enum(donationStatuses), z.number()),
    }),
  },
  dailyDonations: {
    method: 'GET',
    path: '/donations/daily',
    summary:
      'Paid donations by day in the streamer’s time zone, oldest day first, days without any included.',
    access: 'streamer',
    scopes: ['donations:read', 'stats:read'],
    status: 200,
    query: z.object({ days: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(mostDays))) }),
    reply: z.object({ timeZone: z.string(), days: z.array(donationDay) }),
  },
  exportDonations: {
    method: 'GET',
    path: '/donations/export',
    summary:
      'Donations as CSV with amounts in nine decimals and the signatures of both transfers: all of them, or those searched for.',
    access: 'streamer',
    scopes: ['donations:read'],
    status: 200,
    query: z.object(filter),
    sends: { type: 'text/csv', name: 'brava-donations' },
    reply: z.string(),
  },
  donationHistory: {
    method: 'GET',
    path: '/donations/:id/history',
    summary:
      'What happened to a donation, oldest first: its payments, what became of its alert and by whom, the transfer. Of very many payments and replays the largest and the newest.',
    access: 'streamer',
    status: 200,
    params: byId,
    reply: donationHistory,
  },
  markShown: {
    method: 'PUT',
    path: '/donations/:id/shown',
    summary: 'Mark a paid donation as shown. Repeating it changes nothing.',
    access: 'streamer',
    status: 200,
    params: byId,
    reply: listedDonation,
  },
  changeSettings: {
    method: 'PUT',
    path: '/donations/settings',
    summary: 'Minimum amount and card style.',
    access: 'streamer',
    status: 200,
    body: donationSettings,
    reply: user,
  },
} as const satisfies Record<string, Route>;
