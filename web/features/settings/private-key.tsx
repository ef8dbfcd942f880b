import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { CallProblem, wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { toast } from '#web/ui/toasts.ts';
import { ConfirmPassword } from './confirm-password.tsx';

/** Hidden at first; showing it fetches it, and asks for the password where that was typed too long ago. */
export function PrivateKey() {
  const words = texts('settings').wallet;
  const [privateKey, setPrivateKey] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);

  // Never disabled: the dialog gives the focus back to this button, which must be able to hold it.
  const load = async () => {
    if (busy) return;
    setBusy(true);
    try {
      setPrivateKey((await call('exportKey')).privateKey);
    } catch (error) {
      if (error instanceof CallProblem && error.code === 'confirm_password') setAsking(true);
      else toast.error(wordsFor(error, words.keyFailed));
    }
    setBusy(false);
  };

  const Icon = privateKey === null ? Eye : EyeOff;
  return (
    <>
      {privateKey !== null && (
        <div className="field">
          <span className="flabel">{words.key}</span>
          <CopyLine value={privateKey} label={words.copyKey} done={words.keyCopied} wraps pauses />
        </div>
      )}
      <button
        type="button"
        className="btn outline"
        aria-disabled={busy}
        aria-busy={busy}
        aria-expanded={privateKey !== null}
        onClick={() => (privateKey === null ? void load() : setPrivateKey(null))}
      >
        {busy ? <span className="spin" /> : <Icon className="i s" />}
        {busy ? words.loadingKey : privateKey === null ? words.showKey : words.hideKey}
      </button>
      {asking && (
        <ConfirmPassword
          reason={words.reason}
          action={words.showKey}
          onClose={() => setAsking(false)}
          onConfirmed={() => {
            setAsking(false);
            void load();
          }}
        />
      )}
    </>
  );
}
