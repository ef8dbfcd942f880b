import type { ListedDonation } from '#contract/donation.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';
import { UnblockQuestion } from './allow-again.tsx';
import { BlockDonorQuestion } from './block-donor-question.tsx';
import { DonationHistory } from './donation-history.tsx';
import { MarkShownQuestion } from './mark-shown-question.tsx';
import { NeverShowQuestion } from './never-show-question.tsx';

/** What of a donation opens over the list: what happened to it, or what is asked before something is done with it. */
export interface Asked {
  what: 'history' | 'markShown' | 'neverShow' | 'unblock' | 'blockDonor';
  donation: ListedDonation;
}

interface AskedAboutProps {
  asked: Asked;
  /** The donation as it is by now. What is asked stays as it was asked, whatever others do meanwhile. */
  current: ListedDonation;
  onClose: () => void;
}

/** The id of a donation's row. */
export function rowIdOf({ id }: ListedDonation): string {
  return `donation-${id}`;
}

/**
 * What was opened of a row. It stands beside the rows: its own goes on to another page, or out of what is filtered, while
 * somebody reads. The keyboard is in that row afterwards, or in the list.
 */
export function AskedAbout({ asked: { what, donation }, current, onClose }: AskedAboutProps) {
  const place = useHandOnFocus<HTMLDivElement>('.list', rowIdOf(donation));
  return (
    <div ref={place}>
      {what === 'history' && <DonationHistory donation={current} onClose={onClose} />}
      {what === 'markShown' && <MarkShownQuestion donation={donation} onClose={onClose} />}
      {what === 'neverShow' && <NeverShowQuestion donation={donation} onClose={onClose} />}
      {what === 'blockDonor' && <BlockDonorQuestion donation={donation} onClose={onClose} />}
      {what === 'unblock' && donation.blockedFor !== null && (
        <UnblockQuestion donation={donation} blockedFor={donation.blockedFor} onClose={onClose} />
      )}
    </div>
  );
}
