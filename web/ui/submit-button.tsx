import { type RefObject, useLayoutEffect, useRef } from 'react';

interface SubmitButtonProps {
  busy: boolean;
  label: string;
  busyLabel: string;
  /** Where another button is the one green act of the view, this one is quieter; what takes something away is red. */
  look?: 'primary' | 'secondary' | 'outline' | 'danger';
  className?: string;
}

/** Names its act; while busy it is disabled and shows the progress label. The focus comes back to it afterwards. */
export function SubmitButton({
  busy,
  label,
  busyLabel,
  look = 'primary',
  className = '',
}: SubmitButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusBack(button, busy);
  return (
    <button
      ref={button}
      type="submit"
      className={`btn ${look} ${className}`}
      disabled={busy}
      aria-busy={busy}
    >
      {busy && <span className="spin" />}
      {busy ? busyLabel : label}
    </button>
  );
}

/** A disabled button loses the focus: it gets it back when it is enabled again, unless the focus went elsewhere. */
function useFocusBack(button: RefObject<HTMLButtonElement | null>, busy: boolean): void {
  const hadFocus = useRef(false);
  // Up to Chromium 127 at least it is gone before an effect can look, and React passes on no event of its own changes.
  useLayoutEffect(() => {
    const shown = button.current;
    const note = () => {
      hadFocus.current = shown?.disabled === true;
    };
    shown?.addEventListener('blur', note);
    return () => shown?.removeEventListener('blur', note);
  }, [button]);
  useLayoutEffect(() => {
    if (busy) hadFocus.current ||= document.activeElement === button.current;
    else if (hadFocus.current) {
      hadFocus.current = false;
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    }
  }, [button, busy]);
}
