import { Link } from 'react-router';
import type { ListedDonation } from '#contract/donation.ts';
import { Amount } from '#web/ui/amount.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { formatDate } from '#web/ui/format.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';

/** The 5 most recent donations. */
export function RecentDonations({ donations }: { donations: readonly ListedDonation[] }) {
  return (
    <section className="card s7" aria-labelledby="recent">
      <header>
        <h2 className="h3" id="recent">
          Recent donations
        </h2>
        <Link className="link small" to="/app/donations">
          All donations
        </Link>
      </header>
      {donations.length === 0 && <p className="muted">You haven't received any donations yet.</p>}
      <ul className="rows recent">
        {donations.map((donation) => (
          <li className="row" key={donation.id}>
            <Avatar name={donation.donatorName} small />
            <div className="grow">
              <div className="clip name" dir="auto">
                {donation.donatorName}
              </div>
              <div className="micro faint num">{formatDate(donation.createdAt)}</div>
            </div>
            <span className="stack recent-end" style={{ '--gap': '4px' }}>
              <span className="small num">
                <Amount sol={donation.amount} />
              </span>
              <StatusPill status={donation.status} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
