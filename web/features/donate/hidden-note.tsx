import EyeOff from 'lucide-react/icons/eye-off';
import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';

/** What viewers are not shown, because the donor wanted it so; nothing where they are shown all of it. */
export function HiddenNote({ donation }: { donation: Pick<PublicDonation, 'hidesName' | 'hidesAmount'> }) {
  const { hidesName, hidesAmount } = donation;
  if (!hidesName && !hidesAmount) return null;
  return (
    <p className="small muted hidden-note">
      <EyeOff className="i s" />
      {texts('donation').words.hiddenOnStream(hidesName, hidesAmount)}
    </p>
  );
}
