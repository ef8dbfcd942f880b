/** A section that is still read, or could not be. */
export function SectionState({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) {
    return (
      <div className="stack" role="status">
        <span className="sr">Loading</span>
        <span className="skeleton" />
        <span className="skeleton short-bone" />
      </div>
    );
  }
  return (
    <div className="stack" role="alert" style={{ '--gap': '12px' }}>
      <p className="muted">This part could not be loaded. {error.message}</p>
      <button type="button" className="btn small secondary" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
