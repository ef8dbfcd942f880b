import { call } from '#web/lib/call.ts';
import { hasPushedOut, recentOf, recentShown } from './recent-of.ts';

/**
 * The three calls of the dashboard, sent together (spec §7), and one more where donations that nobody paid have pushed paid
 * ones out of the most recent. Throws `CallProblem` when one fails.
 */
export async function loadDashboard() {
  const [stats, link, { data }] = await Promise.all([
    call('donationStats'),
    call('donationLink'),
    call('myDonations', { query: { limit: recentShown } }),
  ]);
  const paid = hasPushedOut(data, stats)
    ? (await call('myDonations', { query: { limit: recentShown, paid: 'true' } })).data
    : [];
  return { stats, link, recent: recentOf(data, paid) };
}

/** What the dashboard is made of, once it has been loaded. */
export type DashboardData = Awaited<ReturnType<typeof loadDashboard>>;
