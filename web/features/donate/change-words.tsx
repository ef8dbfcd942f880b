import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { hasCome } from '#web/ui/amount.tsx';
import { useDonationVisit } from './donation-visit.ts';
import { WordsAgainLink } from './words-again-link.tsx';

/**
 * Back to the form with what was written, for whoever wrote it, as long as nothing has come. It becomes a donation of its
 * own; this one stays unpaid, and its clip belongs to it.
 */
export function ChangeWords({ donation }: { donation: PublicDonation }) {
  const isOwn = useDonationVisit() !== null;
  if (!isOwn || hasCome(donation)) return null;
  return (
    <WordsAgainLink donation={donation} className="btn quiet tap block">
      {texts('donation').payment.changeWords}
    </WordsAgainLink>
  );
}
