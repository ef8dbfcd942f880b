import { type DonationStatus, donationStatuses } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { written } from '#web/ui/written-number.ts';

interface StatusTilesProps {
  counts: Record<DonationStatus, number>;
  total: number;
}

/** From here on figures are set smaller, so that they keep within their tiles. */
const manyDonations = 10_000;

/** How many donations stand at each status; these count every status, paid or not. */
export function StatusTiles({ counts, total }: StatusTilesProps) {
  return (
    <dl className={total < manyDonations ? 'tiles' : 'tiles many'}>
      <div>
        <dt className="small">{texts('donations').all}</dt>
        <dd className="num">{written(total)}</dd>
      </div>
      {donationStatuses.map((status) => (
        <div key={status}>
          <dt className="small">
            <span className="dot" style={{ color: `var(--st-${status.toLowerCase()})` }} />
            {texts('common').statuses[status]}
          </dt>
          <dd className="num">{written(counts[status])}</dd>
        </div>
      ))}
    </dl>
  );
}
