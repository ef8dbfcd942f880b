import type { ReactNode } from 'react';

interface ActButtonProps {
  className: string;
  busy: boolean;
  label: string;
  /** Said with a spinner while it is busy. Left out: it looks as before. */
  busyLabel?: string;
  /** The label for whoever does not see what the button stands beside. */
  nameOf?: (label: string) => string;
  /** The spinner takes its place. */
  icon?: ReactNode;
  onAct: () => void;
}

/** Does something that takes a moment. While busy another press does nothing; never disabled, so the focus stays. */
export function ActButton({ className, busy, label, busyLabel, nameOf, icon, onAct }: ActButtonProps) {
  const shown = busy ? (busyLabel ?? label) : label;
  return (
    <button
      type="button"
      className={`btn ${className}`}
      aria-disabled={busy}
      aria-busy={busy}
      aria-label={nameOf?.(shown)}
      onClick={() => {
        if (!busy) onAct();
      }}
    >
      {busy && busyLabel !== undefined ? <span className="spin" /> : icon}
      {shown}
    </button>
  );
}
