import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { texts } from '#web/texts/texts.ts';
import { AskFirst } from '#web/ui/ask-first.tsx';
import { useWidgetChange } from './use-widgets.ts';

/** Starts the goal anew, once it was confirmed: what has been collected on the bar cannot be brought back. */
export function GoalReset() {
  const [isAsking, setAsking] = useState(false);
  const { change } = useWidgetChange();
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
        <AskFirst
          question={words.resetTitle}
          effects={[words.resetWhat]}
          keep={cancel}
          confirm={words.resetDo}
          busyLabel={words.saving}
          onKeep={() => setAsking(false)}
          onConfirm={reset}
        />
      )}
    </>
  );
}
