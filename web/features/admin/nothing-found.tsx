import { Levels } from '#web/ui/levels.tsx';

interface NothingFoundProps {
  text: string;
  /** A way to what the search hides; null where it hides nothing. */
  clear: { label: string; onClear: () => void } | null;
}

/** Why there is nothing to see. */
export function NothingFound({ text, clear }: NothingFoundProps) {
  return (
    <div className="empty">
      <Levels />
      <p className="muted">{text}</p>
      {clear !== null && (
        <button type="button" className="btn secondary" onClick={clear.onClear}>
          {clear.label}
        </button>
      )}
    </div>
  );
}
