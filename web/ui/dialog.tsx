import { type ReactNode, type RefObject, useEffect, useId } from 'react';
import { topModal, useModal } from './modal.ts';

interface DialogProps {
  title: string;
  /** Left out where something is shown this one time, or is on its way: only a button in the dialog closes it then. */
  onClose?: () => void;
  children: ReactNode;
}

/** A modal dialog: focus goes in, stays, and comes back; Escape closes it where `onClose` says how. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useModal();
  const heading = useId();
  useStaying(dialog, onClose === undefined);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={heading}
      // Chromium closes a dialog at the second Escape in a row, whatever became of the first, unless it may not be asked to.
      closedby={onClose === undefined ? 'none' : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 className="h2" id={heading}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** Takes Escape away from a dialog that stays: Chromium 126 to 133, one of them inside OBS, know no `closedby`. */
function useStaying(dialog: RefObject<HTMLDialogElement | null>, stays: boolean): void {
  useEffect(() => {
    if (!stays) return undefined;
    const keep = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && topModal() === dialog.current) event.preventDefault();
    };
    document.addEventListener('keydown', keep);
    return () => document.removeEventListener('keydown', keep);
  }, [dialog, stays]);
}
