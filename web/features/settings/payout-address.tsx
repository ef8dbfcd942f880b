import { type SubmitEvent, useState } from 'react';
import { useUser } from '#web/lib/session.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { ConfirmPassword } from './confirm-password.tsx';
import { useChangeAccount } from './use-change-account.ts';
import { useDraft, useUnsaved } from './use-unsaved.ts';

/** A wallet of the streamer's own that donations are forwarded to; empty means the generated wallet. */
export function PayoutAddress() {
  const user = useUser();
  const changeAccount = useChangeAccount();
  const saved = { address: user.payoutAddress ?? '' };
  const [address, setAddress] = useState(useDraft('payout', saved).address);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const isUnsaved = useUnsaved('payout', { address: address.trim() }, saved);

  const save = async () => {
    setBusy(true);
    setRefusal(undefined);
    const problem = await changeAccount({ payoutAddress: address.trim() === '' ? null : address.trim() });
    setBusy(false);
    if (problem?.code === 'confirm_password') setAsking(true);
    else if (problem?.fromServer === true) setRefusal(problem.message);
  };

  return (
    <>
      <form
        className="stack"
        style={{ '--gap': '12px' }}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label="Payout address"
          optional
          className="mono"
          placeholder="Your generated wallet"
          hint="Donations that are forwarded from now on go there. Asks for your password."
          error={refusal}
          spellCheck={false}
          autoComplete="off"
          maxLength={64}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        {isUnsaved && (
          <div className="row wrapx">
            <SubmitButton
              busy={busy}
              label={address.trim() === '' ? 'Use the generated wallet' : 'Save payout address'}
              busyLabel="Saving..."
              className="small"
            />
            <strong className="small muted" role="status">
              Unsaved changes.
            </strong>
          </div>
        )}
      </form>
      {asking && (
        <ConfirmPassword
          reason="The payout address decides where your money goes, so we ask once more."
          action="Save payout address"
          onClose={() => setAsking(false)}
          onConfirmed={() => {
            setAsking(false);
            void save();
          }}
        />
      )}
    </>
  );
}
