import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Link } from 'react-router';
import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { CheckAgain } from './check-again.tsx';

/** The chain took the payment back: what that means, and both ways on. */
export function FailedPart({ donation }: { donation: PublicDonation }) {
  const { payment, expired } = texts('donate');
  return (
    <>
      <div className="note danger" role="alert">
        <TriangleAlert className="i" />
        <p>
          <b>{payment.failedTitle}</b> {payment.failedText}
        </p>
      </div>
      <div className="stack" style={{ '--gap': '10px' }}>
        <Link className="btn primary tap block" to={`/donate/${donation.linkCode}`}>
          {expired.create}
        </Link>
        <CheckAgain donationId={donation.id} />
      </div>
    </>
  );
}
