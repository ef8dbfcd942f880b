import { texts } from '#web/texts/texts.ts';

/** A section that is still read, or could not be. */
export function SectionState({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const words = texts('settings');
  if (error === null) {
    return (
      <div className="stack" role="status">
        <span className="sr">{words.loading}</span>
        <span className="skeleton" />
        <span className="skeleton short-bone" />
      </div>
    );
  }
  return (
    <div className="stack" role="alert" style={{ '--gap': '12px' }}>
      <p className="muted">
        {words.notLoaded} {error.message}
      </p>
      <button type="button" className="btn small secondary" onClick={onRetry}>
        {words.retry}
      </button>
    </div>
  );
}
