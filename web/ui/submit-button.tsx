interface SubmitButtonProps {
  busy: boolean;
  label: string;
  busyLabel: string;
  /** Where another button is the one green act of the view, this one is quieter. */
  look?: 'primary' | 'secondary' | 'outline';
  className?: string;
}

/** Names its act; while busy it is disabled and shows the progress label. */
export function SubmitButton({
  busy,
  label,
  busyLabel,
  look = 'primary',
  className = '',
}: SubmitButtonProps) {
  return (
    <button type="submit" className={`btn ${look} ${className}`} disabled={busy} aria-busy={busy}>
      {busy && <span className="spin" />}
      {busy ? busyLabel : label}
    </button>
  );
}
