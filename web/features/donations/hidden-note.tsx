import EyeOff from 'lucide-react/icons/eye-off';
import type { ListedDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';

/** What viewers are not shown, because the donor wants it so; nothing where they are shown all of it. */
export function HiddenNote({ donation }: { donation: Pick<ListedDonation, 'hidesName' | 'hidesAmount'> }) {
  const { hidesName, hidesAmount } = donation;
  if (!hidesName && !hidesAmount) return null;
  return (
    <div className="micro faint hidden-note">
      <EyeOff className="i s" />
      {texts('donations').hiddenOnStream(hidesName, hidesAmount)}
    </div>
  );
}
