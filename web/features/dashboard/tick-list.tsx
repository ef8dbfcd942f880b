import Check from 'lucide-react/icons/check';

interface TickListProps {
  /** `to`: where a step is taken; one that is done leads nowhere. */
  steps: readonly { words: string; isDone: boolean; to?: string }[];
  /** Said behind a step that is done. */
  doneWord: string;
  className?: string;
}

/** Numbered steps; those that are done carry a check, the first that is not is the next. */
export function TickList({ steps, doneWord, className = '' }: TickListProps) {
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol className={`steps ${className}`}>
      {steps.map(({ words, isDone, to }, index) => (
        <li key={words} className={isDone ? 'done' : index === next ? 'next' : ''}>
          <span className="tick" aria-hidden="true">
            {isDone ? <Check className="i s" /> : index + 1}
          </span>
          <span>
            {to === undefined || isDone ? (
              words
            ) : (
              <a className="link" href={to}>
                {words}
              </a>
            )}
            {isDone && <span className="sr"> {doneWord}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
