import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { texts } from '#web/texts/texts.ts';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { useProven } from './use-proven.ts';

/** Hidden at first; showing it fetches it, and asks for password and code where those were typed too long ago. */
export function PrivateKey() {
  const words = texts('settings').wallet;
  const [privateKey, setPrivateKey] = useState<string | null>(null);
  const load = useProven(async () => {
    setPrivateKey((await call('exportKey')).privateKey);
  }, words.keyFailed);

  const Icon = privateKey === null ? Eye : EyeOff;
  return (
    <>
      {privateKey !== null && (
        <div className="field">
          <span className="flabel">{words.key}</span>
          <CopyLine value={privateKey} label={words.copyKey} done={words.keyCopied} wraps pauses />
        </div>
      )}
      {/* Never disabled: the dialog gives the focus back to this button, which must be able to hold it. */}
      <button
        type="button"
        className="btn outline"
        aria-disabled={load.busy}
        aria-busy={load.busy}
        aria-expanded={privateKey !== null}
        onClick={() => (privateKey === null ? void load.run() : setPrivateKey(null))}
      >
        {load.busy ? <span className="spin" /> : <Icon className="i s" />}
        {load.busy ? words.loadingKey : privateKey === null ? words.showKey : words.hideKey}
      </button>
      {load.wanted !== null && (
        <ConfirmIdentity
          wanted={load.wanted}
          reason={words.reason}
          action={words.showKey}
          onClose={load.dismiss}
          onConfirmed={() => void load.run()}
        />
      )}
    </>
  );
}
