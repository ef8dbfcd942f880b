interface CloseButtonProps {
  /** What the dialog is for is on its way: it stays until that has come. */
  busy: boolean;
  label: string;
  onClose: () => void;
}

/** The quiet button that closes a dialog. While busy it keeps the focus and does nothing. */
export function CloseButton({ busy, label, onClose }: CloseButtonProps) {
  return (
    <button
      type="button"
      className="btn secondary"
      aria-disabled={busy}
      onClick={() => {
        if (!busy) onClose();
      }}
    >
      {label}
    </button>
  );
}
