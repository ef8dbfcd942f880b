import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { CallProblem, wordsFor } from '#web/lib/call-problem.ts';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { toast } from '#web/ui/toasts.ts';
import { ConfirmPassword } from './confirm-password.tsx';

/** Hidden at first; showing it fetches it, and asks for the password where that was typed too long ago. */
export function PrivateKey() {
  const [privateKey, setPrivateKey] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);

  const load = async () => {
    setBusy(true);
    try {
      setPrivateKey((await call('exportKey')).privateKey);
    } catch (error) {
      if (error instanceof CallProblem && error.code === 'confirm_password') setAsking(true);
      else toast.error(wordsFor(error, 'Failed to load private key'));
    }
    setBusy(false);
  };

  const Icon = privateKey === null ? Eye : EyeOff;
  return (
    <>
      {privateKey !== null && (
        <div className="field">
          <span className="flabel">Private key</span>
          <CopyLine
            value={privateKey}
            label="Copy private key"
            done="Private key copied to clipboard"
            wraps
            pauses
          />
        </div>
      )}
      <button
        type="button"
        className="btn outline"
        disabled={busy}
        aria-expanded={privateKey !== null}
        onClick={() => (privateKey === null ? void load() : setPrivateKey(null))}
      >
        <Icon className="i s" />
        {privateKey === null ? 'Show Private Key' : 'Hide Private Key'}
      </button>
      {asking && (
        <ConfirmPassword
          reason="Your private key opens the wallet, so we ask once more."
          action="Show Private Key"
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
