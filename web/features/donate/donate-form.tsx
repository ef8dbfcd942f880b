import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { donorLimits, donorWords } from '#contract/donation.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { Amount } from '#web/ui/amount.tsx';
import { Field, TextField } from '#web/ui/field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { toast } from '#web/ui/toasts.ts';

const donorForm = z.object(donorWords);
const nothingYet = { donatorName: '', message: '' };

interface DonateFormProps {
  linkCode: string;
  minDonationAmount: number;
}

/**
 * Name and message, both optional. The created donation opens at its own address.
 * Plain state instead of the form library: a donor's page has to stay light.
 */
export function DonateForm({ linkCode, minDonationAmount }: DonateFormProps) {
  const navigate = useNavigate();
  const [words, setWords] = useState(nothingYet);
  const [submitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const errors = submitted ? fieldErrors(donorForm, words) : {};

  const create = async () => {
    setBusy(true);
    try {
      const created = await call('createDonation', { body: donationBody(linkCode, words) });
      toast.success(
        created.hasAudio
          ? 'Donation created with custom audio! Send Solana to the address below.'
          : 'Donation created! Send Solana to the address below.',
      );
      await navigate(`/donate/${linkCode}/${created.id}`, { replace: true });
    } catch (error) {
      toast.error(wordsFor(error, 'Failed to create donation'));
    }
    setBusy(false);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (donorForm.safeParse(words).success) void create();
  };

  return (
    <form className="panel stack" style={{ '--gap': '20px' }} noValidate onSubmit={handleSubmit}>
      <TextField
        label="Name"
        optional
        placeholder="Anonymous"
        autoComplete="nickname"
        dir="auto"
        error={errors['donatorName']}
        value={words.donatorName}
        onChange={(event) => setWords({ ...words, donatorName: event.currentTarget.value })}
      />
      <Field
        label="Message"
        optional
        error={errors['message']}
        counter={
          <span className="count">
            {words.message.length} / {donorLimits.message}
          </span>
        }
      >
        {(attributes) => (
          <textarea
            className="input"
            dir="auto"
            value={words.message}
            onChange={(event) => setWords({ ...words, message: event.currentTarget.value })}
            {...attributes}
          />
        )}
      </Field>
      <div className="minrow">
        <span className="flabel">Minimum donation</span>
        <Amount sol={minDonationAmount} />
        <span className="hint">You can send any amount equal or greater than the minimum</span>
      </div>
      <SubmitButton
        busy={busy}
        label="Create Donation"
        busyLabel="Creating Donation..."
        className="big block"
      />
      <p className="hint">A default sound plays when your donation appears.</p>
    </form>
  );
}

/** Blank becomes the spec's default (§5). */
function donationBody(linkCode: string, { donatorName, message }: typeof nothingYet) {
  return { linkCode, donatorName: donatorName.trim() || 'Anonymous', message: message.trim() };
}
