import X from 'lucide-react/icons/x';
import { texts } from '#web/texts/texts.ts';

interface ClipSendingProps {
  /** How much has been sent, 0 to 1. */
  share: number;
  onCancel: () => void;
}

/** An upload under way, with its real progress and a way out. */
export function ClipSending({ share, onCancel }: ClipSendingProps) {
  const words = texts('donate').clip;
  return (
    <div className="drop is-busy">
      <span className="ic">
        <span className="spin" />
      </span>
      <span>
        <b>{words.uploading}</b>
        <br />
        <span className="hint">{words.processing}</span>
      </span>
      <button type="button" className="btn icon quiet" aria-label={words.cancel} onClick={onCancel}>
        <X className="i" />
      </button>
      <progress aria-label={words.progress} value={share} max={1} />
    </div>
  );
}
