import MonitorPlay from 'lucide-react/icons/monitor-play';
import { useState } from 'react';
import type { SourceAdded } from '#web/lib/obs-websocket.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { AddToObsForm } from './add-to-obs-form.tsx';

/** Adds the alerts to the scene that OBS shows now, on the computer that this page is open on. */
export function AddToObs({ widgetUrl }: { widgetUrl: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn small secondary" onClick={() => setOpen(true)}>
        <MonitorPlay className="i s" />
        Add to OBS
      </button>
      {isOpen && <AddToObsDialog widgetUrl={widgetUrl} onClose={() => setOpen(false)} />}
    </>
  );
}

function AddToObsDialog({ widgetUrl, onClose }: { widgetUrl: string; onClose: () => void }) {
  const [added, setAdded] = useState<SourceAdded | null>(null);
  return (
    <Dialog title={added === null ? 'Add your alerts to OBS' : 'Your alerts are in OBS'} onClose={onClose}>
      {added === null ? (
        <AddToObsForm widgetUrl={widgetUrl} onCancel={onClose} onAdded={setAdded} />
      ) : (
        <Done added={added} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Done({ added, onClose }: { added: SourceAdded; onClose: () => void }) {
  return (
    <>
      <div className="stack dialog-text" role="status">
        <p className="muted">
          {added.isCreated ? 'The browser source was added' : 'The browser source was brought up to date'} in
          the scene <b className="iso">{added.scene}</b>, at the bottom right. Send a test alert to see it.
        </p>
        {!added.isHeard && (
          <p className="muted">
            To hear alerts yourself, open Advanced Audio Properties in OBS and choose Monitor and Output for
            it.
          </p>
        )}
      </div>
      <div className="acts">
        <button type="button" className="btn primary" onClick={onClose}>
          Done
        </button>
      </div>
    </>
  );
}
