import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { texts } from '#web/texts/texts.ts';

/** Stands where the figures would be. The toast has said it aloud already. */
export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const { loadFailed, tryAgain } = texts('dashboard');
  return (
    <section className="card stack" aria-labelledby="load-failed">
      <h2 className="h3 row" id="load-failed" style={{ '--gap': '10px' }}>
        <TriangleAlert className="i" />
        {loadFailed.title}
      </h2>
      <p className="muted">{loadFailed.advice}</p>
      <button type="button" className="btn small secondary" onClick={onRetry}>
        {tryAgain}
      </button>
    </section>
  );
}
