import type { ListedDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { donorNameOf } from '#web/ui/donor-name.ts';
import { useMarkShown } from './use-mark-shown.ts';

interface MarkShownQuestionProps {
  donation: ListedDonation;
  onClose: () => void;
}

/** Settles an alert that waits for approval without showing it, after one question. */
export function MarkShownQuestion({ donation, onClose }: MarkShownQuestionProps) {
  const { isPending, start } = useMarkShown(donation.id, onClose);
  const { act, ask } = texts('donations').markShown;
  return (
    <Dialog title={ask.question(donorNameOf(donation))} onClose={onClose}>
      <p className="muted dialog-text">{ask.explained}</p>
      <div className="acts">
        <button type="button" className="btn secondary" onClick={onClose}>
          {ask.keep}
        </button>
        <button type="button" className="btn danger" aria-disabled={isPending} onClick={start}>
          {act}
        </button>
      </div>
    </Dialog>
  );
}
