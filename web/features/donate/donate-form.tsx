import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { donorLimits, donorWords } from '#contract/donation.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { resolveWith } from '#web/lib/form-resolver.ts';
import { Amount } from '#web/ui/amount.tsx';
import { Field, TextField } from '#web/ui/field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { toast } from '#web/ui/toasts.ts';

const donorForm = z.object(donorWords);
interface DonorForm {
  donatorName: string;
  message: string;
}

interface DonateFormProps {
  linkCode: string;
  minDonationAmount: number;
}

/** Name and message, both optional. The created donation opens at its own address. */
export function DonateForm({ linkCode, minDonationAmount }: DonateFormProps) {
  const navigate = useNavigate();
  const { register, handleSubmit, control, formState } = useForm<DonorForm>({
    resolver: resolveWith<DonorForm>(donorForm),
    defaultValues: { donatorName: '', message: '' },
  });
  const { errors, isSubmitting } = formState;
  const message = useWatch({ control, name: 'message' });

  const handleCreate = handleSubmit(async (words) => {
    try {
      const body = {
        linkCode,
        donatorName: words.donatorName.trim() || 'Anonymous',
        message: words.message.trim(),
      };
      const created = await call('createDonation', { body });
      toast.success(
        created.hasAudio
          ? 'Donation created with custom audio! Send Solana to the address below.'
          : 'Donation created! Send Solana to the address below.',
      );
      await navigate(`/donate/${linkCode}/${created.id}`, { replace: true });
    } catch (error) {
      toast.error(wordsFor(error, 'Failed to create donation'));
    }
  });

  return (
    <form
      className="panel stack"
      style={{ '--gap': '20px' }}
      noValidate
      onSubmit={(event) => void handleCreate(event)}
    >
      <TextField
        label="Name"
        optional
        placeholder="Anonymous"
        autoComplete="nickname"
        dir="auto"
        error={errors.donatorName?.message}
        {...register('donatorName')}
      />
      <Field
        label="Message"
        optional
        error={errors.message?.message}
        counter={
          <span className="count">
            {message.length} / {donorLimits.message}
          </span>
        }
      >
        {(attributes) => <textarea className="input" dir="auto" {...attributes} {...register('message')} />}
      </Field>
      <div className="minrow">
        <span className="flabel">Minimum donation</span>
        <Amount sol={minDonationAmount} />
        <span className="hint">You can send any amount equal or greater than the minimum</span>
      </div>
      <SubmitButton
        busy={isSubmitting}
        label="Create Donation"
        busyLabel="Creating Donation..."
        className="big block"
      />
      <p className="hint">A default sound plays when your donation appears.</p>
    </form>
  );
}
