import { call } from '#web/lib/call.ts';

/** The three calls of the dashboard, sent together (spec §7). Throws `CallProblem` when one fails. */
export async function loadDashboard() {
  const [stats, link, recent] = await Promise.all([
    call('donationStats'),
    call('donationLink'),
    call('myDonations', { query: { limit: 5 } }),
  ]);
  return { stats, link, recent: recent.data };
}

/** What the dashboard is made of, once it has been loaded. */
export type DashboardData = Awaited<ReturnType<typeof loadDashboard>>;
