import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect, useRef } from 'react';
import type { DeskAlert } from '#contract/alerts.ts';
import { texts } from '#web/texts/texts.ts';
import { useDesk } from './desk-provider.tsx';
import { type Decision, undoMs } from './pending-decisions.ts';

interface UndoRowProps {
  alert: DeskAlert;
  decision: Decision;
  className?: string;
}

/** Stands where the alert was for as long as the decision can be taken back. */
export function UndoRow({ alert, decision, className = '' }: UndoRowProps) {
  const { decisions } = useDesk();
  const words = texts('desk').acts;
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone; a keyboard goes on from here.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, []);
  return (
    <li className={`qi undo ${className}`}>
      <div className="row">
        <p className="grow clip small" role="status">
          {decision === 'reject' ? words.rejected : words.dismissed}: <bdi>{alert.donatorName}</bdi>
        </p>
        <span className="acts">
          <button
            ref={button}
            type="button"
            className="btn small secondary"
            onClick={() => decisions.undo(alert.id)}
          >
            <Undo2 className="i s" />
            {words.undo}
          </button>
        </span>
      </div>
      <span className="ebb" aria-hidden="true" style={{ animationDuration: `${undoMs}ms` }} />
    </li>
  );
}
