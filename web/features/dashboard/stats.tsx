import type { RouteReply } from '#contract/routes.ts';
import { Amount } from '#web/ui/amount.tsx';

/** The three figures: paid donations only. A dash while they are not known. */
export function Stats({ stats }: { stats: RouteReply<'donationStats'> | undefined }) {
  return (
    <dl className="stats">
      <div className="stat">
        <dt className="label">Total Donations</dt>
        <dd className="fig">{stats?.totalDonations ?? '–'}</dd>
      </div>
      <div className="stat wide">
        <dt className="label">Total Amount</dt>
        <dd className="fig">{stats === undefined ? '–' : <Amount sol={stats.totalAmount} />}</dd>
      </div>
      <div className="stat">
        <dt className="label">Today</dt>
        <dd className="fig">{stats?.todayDonations ?? '–'}</dd>
      </div>
    </dl>
  );
}
