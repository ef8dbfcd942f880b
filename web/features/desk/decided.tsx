import Check from 'lucide-react/icons/check';
import Undo2 from 'lucide-react/icons/undo-2';
import type { DeskAlert } from '#contract/alerts.ts';
import { texts } from '#web/texts/texts.ts';
import type { WaitingList } from './desk-changes.ts';
import { useDesk } from './desk-provider.tsx';
import { outcomeOf } from './kept-rows.ts';
import { undoMs } from './pending-decisions.ts';

interface Decided {
  /** What became of the alert, in a word. */
  outcome: string;
  /** Takes it back, where that is still possible. */
  undo?: () => void;
}

/** What was decided about an alert a moment ago; null while it waits. */
export function useDecided({ id }: DeskAlert, list: WaitingList): Decided | null {
  const { decisions, kept } = useDesk();
  const words = texts('desk').acts;
  const decision = decisions.current.get(id);
  if (decision !== undefined) {
    const outcome = decision === 'reject' ? words.rejected : words.dismissed;
    return { outcome, undo: () => decisions.undo(id) };
  }
  const outcome = outcomeOf(kept, id, list);
  return outcome === null ? null : { outcome };
}

interface DecidedActsProps extends Decided {
  donatorName: string;
  className?: string;
}

/**
 * Stands in the place of the acts of a row that was decided, and is as high as they are.
 *
 * Undo comes first, because what it takes back is decided by the last of the acts: no press too many lands on it.
 */
export function DecidedActs({ outcome, undo, donatorName, className = '' }: DecidedActsProps) {
  const words = texts('desk').acts;
  return (
    <div className={`row acts decided-acts ${className}`} style={{ '--gap': '6px' }}>
      {undo === undefined ? (
        <Check className="i s" />
      ) : (
        <button type="button" className="btn small secondary" onClick={undo}>
          <Undo2 className="i s" />
          {words.undo}
        </button>
      )}
      <p className="grow clip small" role="status">
        {outcome}
        <span className="sr">
          : <bdi>{donatorName}</bdi>
        </span>
      </p>
      {undo !== undefined && (
        <span className="ebb" aria-hidden="true" style={{ animationDuration: `${undoMs}ms` }} />
      )}
    </div>
  );
}
