import { donationStatuses, type ListedDonation, statusLabels } from '#contract/donation.ts';
import { countByStatus } from './donation-list.ts';

/** How many donations stand at each status; these count every status, paid or not. */
export function StatusTiles({ donations }: { donations: readonly ListedDonation[] }) {
  const counts = countByStatus(donations);
  return (
    <dl className="tiles">
      <div>
        <dt className="small">All</dt>
        <dd className="num">{donations.length}</dd>
      </div>
      {donationStatuses.map((status) => (
        <div key={status}>
          <dt className="small">
            <span className="dot" style={{ color: `var(--st-${status.toLowerCase()})` }} />
            {statusLabels[status]}
          </dt>
          <dd className="num">{counts[status]}</dd>
        </div>
      ))}
    </dl>
  );
}
