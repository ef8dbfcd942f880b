import { type ReactNode, useId } from 'react';
import { useModal } from './modal.ts';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog: focus goes in, stays, and comes back; Escape closes it. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useModal();
  const heading = useId();
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 className="h2" id={heading}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
