import { texts } from '#web/texts/texts.ts';
import { Levels } from '#web/ui/levels.tsx';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';

interface EmptyListProps {
  kind: 'none' | 'filtered' | 'page';
  onClear: () => void;
}

/** Why there is nothing to see; where filters hide it, a way to clear them. */
export function EmptyList({ kind, onClear }: EmptyListProps) {
  const words = texts('donations');
  const clear = useHandOnFocus<HTMLButtonElement>('.list');
  return (
    <div className="empty">
      <Levels />
      <p className="muted">{words.empty[kind]}</p>
      {kind !== 'none' && (
        <button ref={clear} type="button" className="btn secondary" onClick={onClear}>
          {words.clearFilters}
        </button>
      )}
    </div>
  );
}

/** The list could not be loaded: nothing of it is shown, and it can be tried again. */
export function FailedList({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const words = texts('donations');
  return (
    <div className="empty">
      <p className="muted">{words.loadFailed}</p>
      <button
        type="button"
        className="btn secondary"
        aria-disabled={busy}
        onClick={() => {
          if (!busy) onRetry();
        }}
      >
        {words.tryAgain}
      </button>
    </div>
  );
}
