import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type SubmitEvent, useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { donorWords } from '#contract/donation.ts';
import type { RouteReply } from '#contract/routes.ts';
import { donorCall } from '#web/lib/donor-call.ts';
import { CallProblem, wordsFor } from '#web/lib/call-problem.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import type { UploadedAudio } from '#web/lib/upload.ts';
import { Amount } from '#web/ui/amount.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { DonorFields, type DonorWords } from './donor-fields.tsx';
import { FormNotes, ModerationNote } from './form-notes.tsx';
import { LazyClipField } from './lazy-clip-field.tsx';

const donorForm = z.object(donorWords);
const nothingYet: DonorWords = { donatorName: '', message: '' };

interface DonateFormProps {
  linkCode: string;
  page: RouteReply<'donationPage'>;
}

/**
 * Name, message and a clip, all optional. The created donation opens at its own address.
 * Plain state instead of the form library: a donor's page has to stay light. Nothing that fails empties the form.
 */
export function DonateForm({ linkCode, page }: DonateFormProps) {
  const navigate = useNavigate();
  const [words, setWords] = useState(nothingYet);
  const [clip, setClip] = useState<UploadedAudio | null>(null);
  const [clipError, setClipError] = useState<string | null>(null);
  const [hold, setHold] = useState<string | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const [heldBack, setHeldBack] = useState(false);
  const [busy, setBusy] = useState(false);
  const errors = submitted ? fieldErrors(donorForm, words) : {};

  const handleHold = useCallback((reason: string | null) => {
    setHold(reason);
    if (reason === null) setHeldBack(false);
  }, []);
  const create = async () => {
    setBusy(true);
    try {
      const created = await donorCall('createDonation', { body: donationBody(linkCode, words, clip) });
      toast.success(
        created.hasAudio
          ? 'Donation created with custom audio! Send Solana to the address below.'
          : 'Donation created! Send Solana to the address below.',
      );
      await navigate(`/donate/${linkCode}/${created.id}`, { replace: true });
    } catch (error) {
      const refusal = wordsFor(error, 'Failed to create donation');
      toast.error(refusal);
      if (error instanceof CallProblem && error.code === 'clip_not_found') {
        setClip(null);
        setClipError(refusal);
      }
    }
    setBusy(false);
  };
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    setHeldBack(hold !== null);
    if (!donorForm.safeParse(words).success) focusFirstError(event.currentTarget);
    else if (hold === null) void create();
  };

  return (
    <form className="panel stack" style={{ '--gap': '20px' }} noValidate onSubmit={handleSubmit}>
      <DonorFields words={words} onWords={setWords} errors={errors} />
      {page.acceptsClips && (
        <LazyClipField
          clip={clip}
          onClip={setClip}
          error={clipError}
          onError={setClipError}
          onHold={handleHold}
          disabled={busy}
          minimumAmount={page.clipMinimumAmount}
        />
      )}
      <div className="minrow">
        <span className="flabel">Minimum donation</span>
        <Amount sol={page.minDonationAmount} />
        <span className="hint">You can send any amount equal or greater than the minimum</span>
      </div>
      {page.isModerated && <ModerationNote />}
      <div className="stack" style={{ '--gap': '8px' }}>
        <SubmitButton
          busy={busy}
          label="Create Donation"
          busyLabel="Creating Donation..."
          className="big block"
        />
        {heldBack && hold !== null && (
          <span className="err" role="alert">
            <TriangleAlert className="i s" />
            {hold}
          </span>
        )}
      </div>
      <FormNotes acceptsClips={page.acceptsClips} />
    </form>
  );
}

/** Blank becomes the spec's default (§5). */
function donationBody(linkCode: string, words: DonorWords, clip: UploadedAudio | null) {
  return {
    linkCode,
    donatorName: words.donatorName.trim() || 'Anonymous',
    message: words.message.trim(),
    ...(clip !== null && { audioFileName: clip.fileName, audioDuration: clip.duration }),
  };
}
