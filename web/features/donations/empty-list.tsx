import { Levels } from '#web/ui/levels.tsx';

const sentences = {
  none: "You haven't received any donations yet.",
  filtered: 'No donations match your current filters.',
  page: 'No donations on this page.',
} as const;

interface EmptyListProps {
  kind: keyof typeof sentences;
  onClear: () => void;
}

/** Why there is nothing to see; where filters hide it, a way to clear them. */
export function EmptyList({ kind, onClear }: EmptyListProps) {
  return (
    <div className="empty">
      <Levels heights={['6px', '6px', '6px', '6px', '6px', '6px', '6px']} />
      <p className="muted">{sentences[kind]}</p>
      {kind !== 'none' && (
        <button type="button" className="btn secondary" onClick={onClear}>
          Clear filters
        </button>
      )}
    </div>
  );
}
