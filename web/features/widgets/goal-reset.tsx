import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useWidgetChange } from './use-widgets.ts';

/** Starts the goal anew, once it was confirmed: what has been collected on the bar cannot be brought back. */
export function GoalReset() {
  const [isAsking, setAsking] = useState(false);
  const { busy, change } = useWidgetChange();
  const { goal: words, cancel } = texts('widgets');
  const reset = async () => {
    if (await change(() => call('resetGoal'), words.resetDone)) setAsking(false);
  };
  return (
    <>
      <button type="button" className="btn quiet" onClick={() => setAsking(true)}>
        {words.reset}
      </button>
      {isAsking && (
        <Dialog title={words.resetTitle} onClose={() => setAsking(false)}>
          <p className="muted dialog-text">{words.resetWhat}</p>
          <div className="acts">
            <button type="button" className="btn secondary" onClick={() => setAsking(false)}>
              {cancel}
            </button>
            <button type="button" className="btn danger" disabled={busy} onClick={() => void reset()}>
              {words.resetDo}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
