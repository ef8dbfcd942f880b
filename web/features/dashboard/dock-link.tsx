import PanelRight from 'lucide-react/icons/panel-right';
import { useState } from 'react';
import { dockUrl } from '#contract/access-tokens.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toasts.ts';

/** Makes a link with which the desk stands in OBS as a dock. It is shown once. */
export function DockLink() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn small quiet" onClick={() => setOpen(true)}>
        <PanelRight className="i s" />
        Dock for OBS
      </button>
      {isOpen && <DockLinkDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function DockLinkDialog({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const make = async () => {
    setBusy(true);
    try {
      const { token } = await call('createAccessToken', { body: { scope: 'alerts', name: 'OBS dock' } });
      setUrl(dockUrl(location.origin, token));
    } catch (error) {
      toast.error(wordsFor(error, 'The dock link could not be made. Please try again.'));
    }
    setBusy(false);
  };

  return (
    <Dialog title="Your alerts inside OBS" onClose={onClose}>
      <div className="stack dialog-text">
        <p className="muted">
          In OBS open Docks, Custom Browser Docks, and paste the link. The same link works on your phone.
        </p>
        {url === null ? (
          <p className="muted">
            Whoever has the link can control your alerts and nothing else. You can end it in Settings.
          </p>
        ) : (
          <>
            <CopyLine value={url} label="Copy dock link" done="Dock link copied!" />
            <p className="hint">It is shown only now. You can always make another one.</p>
          </>
        )}
      </div>
      <div className="acts">
        <button type="button" className="btn secondary" onClick={onClose}>
          {url === null ? 'Cancel' : 'Done'}
        </button>
        {url === null && (
          <button type="button" className="btn primary" disabled={busy} onClick={() => void make()}>
            {busy ? 'Making the link...' : 'Make dock link'}
          </button>
        )}
      </div>
    </Dialog>
  );
}
