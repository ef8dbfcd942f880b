import { Link } from 'react-router';
import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { hasCome } from '#web/ui/amount.tsx';
import { useDonationVisit } from './donation-visit.ts';
import { keepDraft, wordsAgain } from './draft.ts';

/**
 * Back to the form with what was written, for whoever wrote it, as long as nothing has come. It becomes a donation of its
 * own; this one stays unpaid, and its clip belongs to it.
 */
export function ChangeWords({ donation }: { donation: PublicDonation }) {
  const isOwn = useDonationVisit() !== null;
  if (!isOwn || hasCome(donation)) return null;
  return (
    <Link
      className="btn quiet tap block"
      to={`/donate/${donation.linkCode}`}
      onClick={() => keepDraft(donation.linkCode, wordsAgain(donation))}
    >
      {texts('donate').payment.changeWords}
    </Link>
  );
}
