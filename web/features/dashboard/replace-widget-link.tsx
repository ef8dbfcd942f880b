import { useQueryClient } from '@tanstack/react-query';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toasts.ts';

/** Gives the widget a new secret link after saying what that does. */
export function ReplaceWidgetLink() {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();

  const replace = async () => {
    setBusy(true);
    try {
      await call('replaceWidgetCode');
      await queries.invalidateQueries({ queryKey: queryKeys.dashboard });
      toast.success('Widget link replaced');
      setAsking(false);
    } catch (error) {
      toast.error(wordsFor(error, 'The widget link could not be replaced. Please try again.'));
    }
    setBusy(false);
  };

  return (
    <>
      <button type="button" className="btn small quiet" onClick={() => setAsking(true)}>
        <RefreshCw className="i s" />
        Replace the widget link
      </button>
      {asking && (
        <Dialog title="Replace the widget link?" onClose={() => setAsking(false)}>
          <div className="stack dialog-text">
            <p className="muted">
              The old link stops at once. Overlays that use it show no more alerts until you paste the new one
              into OBS.
            </p>
            <p className="muted">Alerts wait meanwhile. Your donation link stays as it is.</p>
          </div>
          <div className="acts">
            <button type="button" className="btn secondary" onClick={() => setAsking(false)}>
              Keep the link
            </button>
            <button type="button" className="btn danger" disabled={busy} onClick={() => void replace()}>
              {busy ? 'Replacing...' : 'Replace the link'}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
