import type { ReactNode } from 'react';
import { SubmitButton } from '#web/ui/submit-button.tsx';

interface SaveBarProps {
  isUnsaved: boolean;
  busy: boolean;
  label: string;
  /** What else is to be known about saving. */
  children: ReactNode;
}

/** Saves the one form that it ends, stays in sight beside it, and says when something is not saved. */
export function SaveBar({ isUnsaved, busy, label, children }: SaveBarProps) {
  return (
    <div className="savebar">
      <p className="small muted">
        <strong role="status">{isUnsaved && 'Unsaved changes. '}</strong>
        {children}
      </p>
      <SubmitButton busy={busy} label={label} busyLabel="Saving..." className="" />
    </div>
  );
}
