import { texts } from '#web/texts/texts.ts';

interface SectionStateProps {
  error: Error | null;
  onRetry: () => void;
  /** The section stands by itself, not within a card. */
  isCard?: boolean;
}

/** Where a section will stand: bones while it is read; when it could not be, why, and a way to try again. */
export function SectionState({ error, onRetry, isCard = false }: SectionStateProps) {
  const { loading, section: words } = texts('common');
  const look = isCard ? 'card stack' : 'stack';
  if (error === null) {
    return (
      <div className={look} role="status">
        <span className="sr">{loading}</span>
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton short-bone" />
      </div>
    );
  }
  return (
    <div className={look} role="alert" style={{ '--gap': '12px' }}>
      <p className="muted">
        {words.notLoaded} {error.message}
      </p>
      <button type="button" className="btn small secondary" onClick={onRetry}>
        {words.retry}
      </button>
    </div>
  );
}
