import Ban from 'lucide-react/icons/ban';
import type { ListedDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';

interface AskingActProps {
  donation: ListedDonation;
  onAsk: () => void;
}

/** Asks whether a donation is to be kept off the stream for good. */
export function NeverShow({ donation, onAsk }: AskingActProps) {
  const button = useHandOnFocus<HTMLButtonElement>('li');
  const words = texts('donations').block;
  return (
    <button
      ref={button}
      type="button"
      className="btn small danger-quiet"
      aria-haspopup="dialog"
      aria-label={words.actFor(donation.donatorName)}
      onClick={onAsk}
    >
      {words.act}
    </button>
  );
}

/** Asks whether whoever a donation is from is to be blocked. */
export function BlockThisDonor({ donation, onAsk }: AskingActProps) {
  const button = useHandOnFocus<HTMLButtonElement>('li');
  const words = texts('blocking').donor;
  return (
    <button
      ref={button}
      type="button"
      className="btn small quiet block-donor"
      title={words.act}
      aria-haspopup="dialog"
      aria-label={words.actFor(donation.donatorName)}
      onClick={onAsk}
    >
      <Ban className="i s" />
      <span>{words.act}</span>
    </button>
  );
}
