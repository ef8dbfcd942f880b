import { type SubmitEvent, useRef, useState } from 'react';
import type { RouteReply } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { texts } from '#web/texts/texts.ts';
import { CopyLine } from '#web/ui/copy-line.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { CodeField } from './code-field.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { proofWanted, type WantedProof } from './proof-wanted.ts';

interface TwoStepSetupProps {
  entry: RouteReply<'beginSecondFactor'>;
  onClose: () => void;
  /** It is on; the recovery codes are known here and nowhere else. */
  onDone: (recoveryCodes: string[]) => void;
}

/**
 * The secret for the authenticator app as a code to scan, as a link for this device and as text; then a first code. Where
 * that takes longer than a typed password counts, it is asked for on top, and the secret stays.
 */
export function TwoStepSetup({ entry, onClose, onDone }: TwoStepSetupProps) {
  const words = texts('settings').twoStep;
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [wanted, setWanted] = useState<WantedProof | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const turnOn = async () => {
    setRefusal(undefined);
    setWanted(null);
    setBusy(true);
    try {
      if (code.trim() === '') setRefusal(words.code.missing);
      else onDone((await call('turnOnSecondFactor', { body: { code } })).recoveryCodes);
    } catch (error) {
      const proof = proofWanted(error);
      setWanted(proof);
      if (proof === null) setRefusal(wordsFor(error, words.failed));
    }
    setBusy(false);
    if (form.current !== null) focusFirstError(form.current);
  };

  return (
    <>
      <Dialog title={words.setup.title} onClose={onClose}>
        <form
          ref={form}
          className="stack dialog-text"
          noValidate
          onSubmit={(event: SubmitEvent) => {
            event.preventDefault();
            void turnOn();
          }}
        >
          <p className="muted">{words.setup.scan}</p>
          <QrCode text={entry.uri} label={words.setup.qr} />
          <p>
            <a className="link small" href={entry.uri}>
              {words.setup.open}
            </a>
          </p>
          <div className="field">
            <span className="flabel">{words.setup.secret}</span>
            <CopyLine
              value={entry.secret}
              shown={entry.secret.match(/.{4}/g)?.join(' ') ?? entry.secret}
              label={words.setup.copy}
              done={words.setup.copied}
              wraps
            />
          </div>
          <CodeField
            appOnly
            name="code"
            error={refusal}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <div className="acts">
            <button type="button" className="btn secondary" onClick={onClose}>
              {texts('settings').cancel}
            </button>
            <SubmitButton busy={busy} label={words.turnOn} busyLabel={words.setup.busy} />
          </div>
        </form>
      </Dialog>
      {wanted !== null && (
        <ConfirmIdentity
          wanted={wanted}
          reason={words.reason}
          action={words.turnOn}
          onClose={() => setWanted(null)}
          onConfirmed={() => void turnOn()}
        />
      )}
    </>
  );
}
