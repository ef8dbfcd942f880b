import { texts } from '#web/texts/texts.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

interface SaveBarProps {
  isUnsaved: boolean;
  busy: boolean;
  label: string;
  /** The one act of the page is green; other forms save in a quieter way. */
  look: 'primary' | 'outline';
  /** What else is to be known about saving. */
  note: string;
}

/** Saves the one form that it ends, stays in sight beside it, and says when something is not saved. */
export function SaveBar({ isUnsaved, busy, label, look, note }: SaveBarProps) {
  const words = texts('settings');
  return (
    <div className={isUnsaved ? 'savebar' : 'savebar calm'}>
      <p className="small muted">
        <strong role="status">{isUnsaved && `${texts('common').unsaved} `}</strong>
        {note}
      </p>
      <SubmitButton busy={busy} label={label} busyLabel={words.saving} look={look} />
    </div>
  );
}
