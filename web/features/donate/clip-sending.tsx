import X from 'lucide-react/icons/x';

interface ClipSendingProps {
  /** How much has been sent, 0 to 1. */
  share: number;
  onCancel: () => void;
}

/** An upload under way, with its real progress and a way out. */
export function ClipSending({ share, onCancel }: ClipSendingProps) {
  return (
    <div className="drop is-busy">
      <span className="ic">
        <span className="spin" />
      </span>
      <span>
        <b>Uploading audio...</b>
        <br />
        <span className="hint">Please wait while we process your file</span>
      </span>
      <button type="button" className="btn icon quiet" aria-label="Cancel the upload" onClick={onCancel}>
        <X className="i" />
      </button>
      <progress aria-label="Uploading audio" value={share} max={1} />
    </div>
  );
}
