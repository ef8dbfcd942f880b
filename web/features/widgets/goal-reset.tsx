import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useWidgetChange } from './use-widgets.ts';

/** Starts the goal anew, once it was confirmed: what has been collected on the bar cannot be brought back. */
export function GoalReset() {
  const [isAsking, setAsking] = useState(false);
  const { busy, change } = useWidgetChange();
  const reset = async () => {
    if (await change(() => call('resetGoal'), 'The goal starts anew')) setAsking(false);
  };
  return (
    <>
      <button type="button" className="btn quiet" onClick={() => setAsking(true)}>
        Start anew
      </button>
      {isAsking && (
        <Dialog title="Start the goal anew?" onClose={() => setAsking(false)}>
          <p className="muted dialog-text">
            Donations until now no longer count on the bar. They stay in your list and with you.
          </p>
          <div className="acts">
            <button type="button" className="btn secondary" onClick={() => setAsking(false)}>
              Cancel
            </button>
            <button type="button" className="btn danger" disabled={busy} onClick={() => void reset()}>
              Start the goal anew
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
