import { useQueryClient } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toasts.ts';

/** Gives the widget a new secret link after saying what that does. */
export function ReplaceWidgetLink() {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const words = texts('dashboard').replace;

  const replace = async () => {
    setBusy(true);
    try {
      await call('replaceWidgetCode');
      await queries.invalidateQueries({ queryKey: queryKeys.dashboard });
      toast.success(words.replaced);
      setAsking(false);
    } catch (error) {
      toast.error(wordsFor(error, words.failed));
    }
    setBusy(false);
  };

  return (
    <>
      <button type="button" className="btn small quiet" onClick={() => setAsking(true)}>
        <RefreshCw className="i s" />
        {words.button}
      </button>
      {asking && (
        <Dialog title={words.title} onClose={() => setAsking(false)}>
          <div className="stack dialog-text">
            <p className="muted">{words.whatStops}</p>
            <p className="muted">{words.whatStays}</p>
          </div>
          <div className="acts">
            <button type="button" className="btn secondary" onClick={() => setAsking(false)}>
              {words.keep}
            </button>
            <button type="button" className="btn danger" disabled={busy} onClick={() => void replace()}>
              {busy ? words.replacing : words.replace}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
