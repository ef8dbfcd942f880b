import './block-donor.css';
import { useState } from 'react';
import type { Blocked, DonorBlockKind } from '#contract/blocks.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { ActButton } from './act-button.tsx';
import { Dialog } from './dialog.tsx';
import { toast } from './toasts.ts';

/** What everybody is called who gave no name: it cannot be blocked. */
const nobodysName = /^anonymous$/i;

interface BlockDonorProps {
  donatorName: string;
  block: (kind: DonorBlockKind) => Promise<Blocked>;
  onBlocked: (blocked: Blocked) => void;
  onClose: () => void;
}

/** Asks by which mark a donor is to be blocked, says what that does, and does it. */
export function BlockDonor({ donatorName, block, onBlocked, onClose }: BlockDonorProps) {
  const words = texts('blocking').donor;
  const hasName = !nobodysName.test(donatorName.trim());
  const [kind, setKind] = useState<DonorBlockKind>('wallet');
  const [busy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    try {
      onBlocked(await block(kind));
      onClose();
    } catch (error) {
      toast.error(wordsFor(error, words.failed));
      setBusy(false);
    }
  };
  return (
    <Dialog title={words.question(donatorName)} onClose={onClose}>
      <div className="stack dialog-text" style={{ '--gap': '14px' }}>
        <fieldset className="block-by">
          <legend className="flabel">{words.by}</legend>
          <Mark
            label={words.wallet}
            hint={words.walletHint}
            checked={kind === 'wallet'}
            onPick={() => setKind('wallet')}
          />
          {hasName && (
            <Mark
              label={words.name(donatorName)}
              hint={words.nameHint}
              checked={kind === 'name'}
              onPick={() => setKind('name')}
            />
          )}
        </fieldset>
        <p className="muted">{words.explained}</p>
      </div>
      <div className="acts">
        <button type="button" className="btn secondary" onClick={onClose}>
          {words.keep}
        </button>
        <ActButton
          className="danger"
          busy={busy}
          label={words.confirm}
          busyLabel={words.busy}
          onAct={() => void act()}
        />
      </div>
    </Dialog>
  );
}

interface MarkProps {
  label: string;
  hint: string;
  checked: boolean;
  onPick: () => void;
}

function Mark({ label, hint, checked, onPick }: MarkProps) {
  return (
    <label className="block-mark">
      <input type="radio" name="block-by" checked={checked} onChange={onPick} />
      <span className="bidi">{label}</span>
      <span className="hint">{hint}</span>
    </label>
  );
}
