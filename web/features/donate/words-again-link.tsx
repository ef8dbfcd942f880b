import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PublicDonation } from '#contract/donation.ts';
import { useDonationVisit } from './donation-visit.ts';
import { keepDraft, wordsAgain } from './draft.ts';

interface WordsAgainLinkProps {
  donation: PublicDonation;
  className: string;
  children: ReactNode;
}

/** Back to the form. Who wrote the words gets them back into it, not whoever was sent the address. */
export function WordsAgainLink({ donation, className, children }: WordsAgainLinkProps) {
  const isOwn = useDonationVisit() !== null;
  const handleClick = () => {
    if (isOwn) keepDraft(donation.linkCode, wordsAgain(donation));
  };
  return (
    <Link className={className} to={`/donate/${donation.linkCode}`} onClick={handleClick}>
      {children}
    </Link>
  );
}
