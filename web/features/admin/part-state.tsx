import { texts } from '#web/texts/texts.ts';

/** Where a part will stand: bones while it is read; when it could not be, why, and a way to try again. */
export function PartState({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const words = texts('admin');
  if (error === null) {
    return (
      <div className="card stack" role="status">
        <span className="sr">{words.loading}</span>
        <span className="admin-bone" />
        <span className="admin-bone" />
        <span className="admin-bone narrow" />
      </div>
    );
  }
  return (
    <div className="card stack" role="alert">
      <p className="muted">
        {words.notLoaded} {error.message}
      </p>
      <button type="button" className="btn small secondary" onClick={onRetry}>
        {words.retry}
      </button>
    </div>
  );
}
