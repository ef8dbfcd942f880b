import type { ReactNode } from 'react';
import type { PublicDonation } from '#contract/donation.ts';
import { DonateLink } from './donate-link.tsx';
import { useDonationVisit } from './donation-visit.ts';
import { type Draft, keepDraft, wordsAgain } from './draft.ts';

interface WordsAgainLinkProps {
  donation: PublicDonation;
  /** What of it the form is filled with. */
  again?: (donation: PublicDonation) => Draft;
  className: string;
  children: ReactNode;
}

/** Back to the form. Who wrote the words gets them back into it, not whoever was sent the address. */
export function WordsAgainLink({ donation, again = wordsAgain, className, children }: WordsAgainLinkProps) {
  const isOwn = useDonationVisit() !== null;
  const handleClick = () => {
    if (isOwn) keepDraft(donation.linkCode, again(donation));
  };
  return (
    <DonateLink className={className} to={`/donate/${donation.linkCode}`} onClick={handleClick}>
      {children}
    </DonateLink>
  );
}
