import { useState } from 'react';
import { ActButton } from './act-button.tsx';
import { Dialog } from './dialog.tsx';

interface AskFirstProps {
  question: string;
  /** What happens then, a paragraph each. */
  effects: readonly string[];
  keep: string;
  confirm: string;
  busyLabel: string;
  onKeep: () => void;
  /** Does it; closes the dialog by itself when it worked. */
  onConfirm: () => Promise<void>;
}

/** Asks before something that cannot be undone: the safe way left, the named act right. */
export function AskFirst({ question, effects, keep, confirm, busyLabel, onKeep, onConfirm }: AskFirstProps) {
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    await onConfirm();
    setBusy(false);
  };
  return (
    <Dialog title={question} onClose={onKeep}>
      <div className="stack dialog-text">
        {effects.map((effect) => (
          <p className="muted" key={effect}>
            {effect}
          </p>
        ))}
      </div>
      <div className="acts">
        <button type="button" className="btn secondary" onClick={onKeep}>
          {keep}
        </button>
        <ActButton
          className="danger"
          busy={busy}
          label={confirm}
          busyLabel={busyLabel}
          onAct={() => void act()}
        />
      </div>
    </Dialog>
  );
}
