import { type SubmitEvent, useState } from 'react';
import { isAddressForm } from '#contract/address-form.ts';
import { useUser } from '#web/lib/session.tsx';
import { useSavedNow } from '#web/lib/use-saved-now.ts';
import { useDraft, useUnsaved } from '#web/lib/use-unsaved.ts';
import { texts } from '#web/texts/texts.ts';
import { TextField } from '#web/ui/field.tsx';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { proofWanted, type WantedProof } from './proof-wanted.ts';
import { SavePart } from './save-part.tsx';
import { useChangeAccount } from './use-change-account.ts';

/** A wallet of the streamer's own that donations are forwarded to; empty means the generated wallet. */
export function PayoutAddress() {
  const words = texts('settings').overlay;
  const user = useUser();
  const changeAccount = useChangeAccount();
  const saved = { address: user.payoutAddress ?? '' };
  const [{ address }, setForm] = useState(useDraft('payout', saved));
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState<WantedProof | null>(null);
  // Nothing else is sent with it; until it is touched it is what another tab has saved.
  useSavedNow(saved, setForm);
  const isUnsaved = useUnsaved('payout', { address: address.trim() }, saved);

  const save = async () => {
    const typed = address.trim();
    // What cannot be an address is told of before the password is asked for.
    if (typed !== '' && !isAddressForm(typed)) return setRefusal(words.payoutForm);
    setBusy(true);
    setRefusal(undefined);
    const problem = await changeAccount({ payoutAddress: typed === '' ? null : typed });
    setBusy(false);
    // The generated wallet is what nothing typed stands for.
    if (problem === null && typed === user.walletAddress)
      setForm((now) => (now.address === address ? { address: '' } : now));
    const wanted = proofWanted(problem);
    setAsking(wanted);
    if (wanted === null && problem?.fromServer === true) setRefusal(problem.message);
  };

  return (
    <div>
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
          label={words.payout}
          optional
          className="mono"
          placeholder={words.payoutPlaceholder}
          hint={words.payoutHint}
          error={refusal}
          spellCheck={false}
          autoComplete="off"
          maxLength={64}
          value={address}
          onChange={(event) => setForm({ address: event.currentTarget.value })}
        />
        {isUnsaved && (
          <SavePart busy={busy} label={address.trim() === '' ? words.useGenerated : words.savePayout} />
        )}
      </form>
      {asking !== null && (
        <ConfirmIdentity
          wanted={asking}
          reason={words.payoutReason}
          action={words.savePayout}
          onClose={() => setAsking(null)}
          onConfirmed={() => {
            setAsking(null);
            void save();
          }}
        />
      )}
    </div>
  );
}
