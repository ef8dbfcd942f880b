import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { CheckAgain } from './check-again.tsx';
import { SolBeside } from './payment-notes.tsx';
import { WordsAgainLink } from './words-again-link.tsx';

/** The chain took the payment back: what that means, and both ways on. */
export function FailedPart({ donation }: { donation: PublicDonation }) {
  const { payment, expired } = texts('donation');
  return (
    <>
      <div className="note danger" role="alert">
        <TriangleAlert className="i" />
        <p>
          <b>{payment.failedTitle}</b> {payment.failedText}
        </p>
      </div>
      <SolBeside donation={donation} />
      <div className="stack" style={{ '--gap': '10px' }}>
        <WordsAgainLink donation={donation} className="btn primary tap block">
          {expired.create}
        </WordsAgainLink>
        <CheckAgain donationId={donation.id} />
      </div>
    </>
  );
}
