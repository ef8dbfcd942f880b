import CircleOff from 'lucide-react/icons/circle-off';
import type { ListedDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { shownValue } from '#web/ui/block-words.ts';
import { blockWords } from './donation-list.ts';

/** Says that a donation is kept off the stream. */
export function BlockPill({ donation }: { donation: ListedDonation }) {
  const words = texts('donations').block;
  const block = blockWords(donation);
  if (block === 'none') return null;
  return (
    <span className="pill">
      <CircleOff className="i" />
      {block === 'again' ? words.pillAfterShown : words.pill}
    </span>
  );
}

/** By which entry of the block list a donation is kept off the stream; nothing where it was blocked by hand. */
export function BlockedFor({ donation }: { donation: ListedDonation }) {
  const { blockedFor } = donation;
  if (blockWords(donation) === 'none' || blockedFor === null) return null;
  return (
    <span className="micro faint blocked-for" title={blockedFor.value}>
      {texts('donations').block.byEntry[blockedFor.kind](shownValue(blockedFor.kind, blockedFor.value))}
    </span>
  );
}
