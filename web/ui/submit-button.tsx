interface SubmitButtonProps {
  busy: boolean;
  label: string;
  busyLabel: string;
  className: string;
}

/** Names its act; while busy it is disabled and shows the progress label. */
export function SubmitButton({ busy, label, busyLabel, className }: SubmitButtonProps) {
  return (
    <button type="submit" className={`btn primary ${className}`} disabled={busy} aria-busy={busy}>
      {busy && <span className="spin" />}
      {busy ? busyLabel : label}
    </button>
  );
}
