import { useLastingProblem } from '#web/lib/use-lasting-problem.ts';
import { texts } from '#web/texts/texts.ts';

interface SectionStateProps {
  error: Error | null;
  onRetry: () => void;
  /** The section stands by itself, not within a card. */
  isCard?: boolean;
}

/**
 * Where a section will stand: bones while it is read; when it could not be, why, and a way to try again. That stays while the
 * page tries again by itself, until a press asks for it.
 */
export function SectionState({ error, onRetry, isCard = false }: SectionStateProps) {
  const { loading, section: words } = texts('common');
  const { problem, forget } = useLastingProblem({ data: undefined, error }, []);
  const look = isCard ? 'card stack' : 'stack';
  if (problem === null) {
    return (
      <div className={look} role="status">
        <span className="sr">{loading}</span>
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton short-bone" />
      </div>
    );
  }
  const retry = () => {
    onRetry();
    forget();
  };
  return (
    <div className={look} role="alert" style={{ '--gap': '12px' }}>
      <p className="muted">
        {words.notLoaded} {problem.message}
      </p>
      <button type="button" className="btn small secondary" onClick={retry}>
        {words.retry}
      </button>
    </div>
  );
}
