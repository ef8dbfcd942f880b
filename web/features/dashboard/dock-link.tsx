import PanelRight from 'lucide-react/icons/panel-right';
import { useState } from 'react';
import { dockUrl } from '#contract/access-tokens.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { CloseButton } from '#web/ui/close-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SecretLine } from '#web/ui/secret-line.tsx';
import { toast } from '#web/ui/toasts.ts';

/** Makes a link with which the desk stands in OBS as a dock. It can be copied this once. */
export function DockLink() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn small quiet" onClick={() => setOpen(true)}>
        <PanelRight className="i s" />
        {texts('dashboard').dock.button}
      </button>
      {isOpen && <DockLinkDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function DockLinkDialog({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { dock: words, cancel, done } = texts('dashboard');

  const make = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const made = await call('createAccessToken', { body: { scope: 'alerts', name: words.tokenName } });
      setToken(made.token);
    } catch (error) {
      toast.error(wordsFor(error, words.failed));
    }
    setBusy(false);
  };

  return (
    <Dialog title={words.title} {...(token === null && !busy && { onClose })}>
      <div className="stack dialog-text">
        <p className="muted">{words.how}</p>
        {token === null ? (
          <p className="muted">{words.power}</p>
        ) : (
          <>
            <SecretLine
              value={dockUrl(location.origin, token)}
              secret={token}
              show={words.show}
              label={words.copy}
              done={words.copied}
            />
            <p className="hint">{words.once}</p>
          </>
        )}
      </div>
      <div className="acts">
        <CloseButton busy={busy} label={token === null ? cancel : done} onClose={onClose} />
        {token === null && (
          <button type="button" className="btn primary" aria-disabled={busy} onClick={() => void make()}>
            {busy ? words.making : words.make}
          </button>
        )}
      </div>
    </Dialog>
  );
}
