import CircleOff from 'lucide-react/icons/circle-off';
import type { ListedDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { shownValue } from '#web/ui/block-words.ts';
import { blockWords } from './donation-list.ts';

/** Says that a donation is kept off the stream, and by which entry of the block list. */
export function BlockPill({ donation }: { donation: ListedDonation }) {
  const words = texts('donations').block;
  const block = blockWords(donation);
  if (block === 'none') return null;
  const { blockedFor } = donation;
  return (
    <>
      <span className="pill">
        <CircleOff className="i" />
        {block === 'again' ? words.pillAfterShown : words.pill}
      </span>
      {blockedFor !== null && (
        <span className="micro faint blocked-for" title={blockedFor.value}>
          {words.byEntry[blockedFor.kind](shownValue(blockedFor.kind, blockedFor.value))}
        </span>
      )}
    </>
  );
}
