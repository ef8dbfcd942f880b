import Check from 'lucide-react/icons/check';

interface TickListProps {
  /** `isDone` null: nobody can tell from here. `to`: where a step is taken; one that is done leads nowhere. */
  steps: readonly { words: string; isDone: boolean | null; to?: string }[];
  /** Said behind a step that is done. */
  doneWord: string;
  className?: string;
}

/** Numbered steps; those that are done carry a check, the first that is known not to be is the next. */
export function TickList({ steps, doneWord, className = '' }: TickListProps) {
  const next = steps.findIndex(({ isDone }) => isDone === false);
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
