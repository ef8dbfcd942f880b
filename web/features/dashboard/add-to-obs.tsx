import MonitorPlay from 'lucide-react/icons/monitor-play';
import { useState } from 'react';
import type { SourceAdded } from '#web/lib/obs-websocket.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { AddToObsForm } from './add-to-obs-form.tsx';

/** Adds the alerts to the scene that OBS shows now, on the computer that this page is open on. */
export function AddToObs({ widgetUrl }: { widgetUrl: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn small secondary" onClick={() => setOpen(true)}>
        <MonitorPlay className="i s" />
        {texts('dashboard').obs.add}
      </button>
      {isOpen && <AddToObsDialog widgetUrl={widgetUrl} onClose={() => setOpen(false)} />}
    </>
  );
}

function AddToObsDialog({ widgetUrl, onClose }: { widgetUrl: string; onClose: () => void }) {
  const [added, setAdded] = useState<SourceAdded | null>(null);
  const words = texts('dashboard').obs;
  return (
    <Dialog title={added === null ? words.title : words.doneTitle} onClose={onClose}>
      {added === null ? (
        <AddToObsForm widgetUrl={widgetUrl} onCancel={onClose} onAdded={setAdded} />
      ) : (
        <Done added={added} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Done({ added, onClose }: { added: SourceAdded; onClose: () => void }) {
  const { obs: words, done } = texts('dashboard');
  return (
    <>
      <div className="stack dialog-text" role="status">
        <p className="muted">
          {added.isCreated ? words.created : words.renewed}
          <b className="iso">{added.scene}</b>
          {words.place}
        </p>
        {!added.isHeard && <p className="muted">{words.notHeard}</p>}
      </div>
      <div className="acts">
        <button type="button" className="btn primary" onClick={onClose}>
          {done}
        </button>
      </div>
    </>
  );
}
