import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, type SubmitEvent, useCallback, useState } from 'react';
import type { RouteReply } from '#contract/routes.ts';
import { focusFirstError } from '#web/lib/focus-first-error.ts';
import { go } from '#web/lib/place.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount, TokenAmount } from '#web/ui/amount.tsx';
import { FiatNow } from '#web/ui/fiat.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { AmountChoice } from './amount-choice.tsx';
import type { ClipHold } from './clip-holds.ts';
import { CurrencyChoice } from './currency-choice.tsx';
import type { DonationVisit } from './donation-visit.ts';
import { DonorFields } from './donor-fields.tsx';
import { tooLong } from './donor-words.ts';
import { FormNotes, ModerationNote } from './form-notes.tsx';
import { keepLastDonation } from './last-donation.ts';
import { LazyClipField } from './lazy-clip-field.tsx';
import { StreamPrivacy } from './stream-privacy.tsx';
import { TokenAmountField } from './token-amount-field.tsx';
import { useCreateDonation } from './use-create-donation.ts';
import type { DraftState } from './use-draft.ts';
import { chosenToken, isClipHeard, readWishedAmount } from './wished-amount.ts';

interface DonateFormProps {
  linkCode: string;
  page: RouteReply<'donationPage'>;
  draft: DraftState;
}

/**
 * Name, message and a clip, all optional. The created donation opens at its own address.
 * Plain state instead of the form library: a donor's page has to stay light. Nothing that fails empties the form.
 */
export function DonateForm({ linkCode, page, draft }: DonateFormProps) {
  const { words, wishes, clip } = draft;
  const [clipError, setClipError] = useState<string | null>(null);
  const [hold, setHold] = useState<ClipHold | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const [heldBack, setHeldBack] = useState(false);
  const found = tooLong(words);
  // The counter tells of a message that is too long while it is written, and so does its error.
  const errors = submitted ? found : { message: found.message };
  const token = chosenToken(wishes, page);
  const amount = readWishedAmount(wishes, page);
  const amountError = submitted && 'problem' in amount ? amount.problem : undefined;
  const { busy, refusal, create } = useCreateDonation({
    onCreated: (id) => {
      draft.end();
      keepLastDonation(linkCode, id);
      const visit: DonationVisit = { clip };
      go(`/donate/${linkCode}/${id}`, visit);
    },
    onClipGone: (reason) => {
      draft.setClip(null);
      setClipError(reason);
    },
  });

  const handleHold = useCallback((reason: ClipHold | null) => {
    setHold(reason);
    if (reason === null) setHeldBack(false);
  }, []);
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    setHeldBack(hold !== null);
    if (Object.keys(found).length > 0 || 'problem' in amount) focusFirstError(event.currentTarget);
    else if (hold === null) create({ linkCode, page, words, wished: amount.wished, wishes, clip });
  };

  const { form, clip: clipWords } = texts('donate');
  return (
    <form className="panel stack" style={{ '--gap': '20px' }} noValidate onSubmit={handleSubmit}>
      <DonorFields words={words} onWords={draft.setWords} errors={errors} />
      {page.acceptsClips && (
        <LazyClipField
          clip={clip}
          onClip={draft.setClip}
          error={clipError}
          onError={setClipError}
          onHold={handleHold}
          disabled={busy}
          minimumAmount={page.clipMinimumAmount}
          isGone={draft.isClipGone}
          isInToken={token !== null}
          isHeard={isClipHeard(wishes, page)}
        />
      )}
      {page.tokens !== undefined && page.tokens.length > 0 && (
        <CurrencyChoice
          tokens={page.tokens}
          chosen={token}
          onChoose={(chosen) => draft.setWishes({ ...wishes, token: chosen?.mint ?? '' })}
        />
      )}
      {token !== null && (
        <TokenAmountField
          token={token}
          amount={wishes.tokenAmounts[token.mint] ?? ''}
          onAmount={(amountOfToken) => {
            const tokenAmounts = { ...wishes.tokenAmounts, [token.mint]: amountOfToken };
            draft.setWishes({ ...wishes, tokenAmounts });
          }}
          error={amountError}
        />
      )}
      {token === null && page.presetAmounts !== undefined && (
        <AmountChoice
          presets={page.presetAmounts}
          minimum={page.minDonationAmount}
          wishes={wishes}
          onWishes={draft.setWishes}
          error={amountError}
        />
      )}
      <div className="minrow">
        <span className="flabel">{form.minimum}</span>
        <span className="worth">
          {token === null ? (
            <>
              <Amount sol={page.minDonationAmount} isExact />
              <FiatNow sol={page.minDonationAmount} />
            </>
          ) : (
            <TokenAmount sum={{ ...token, amount: token.minAmount }} />
          )}
        </span>
        <span className="hint">{form.minimumNote}</span>
      </div>
      <StreamPrivacy streamerName={page.streamerName} wishes={wishes} onWishes={draft.setWishes} />
      {page.isModerated && <ModerationNote approvesFirst={page.approvesFirst} />}
      <div className="stack" style={{ '--gap': '8px' }}>
        <SubmitButton busy={busy} label={form.create} busyLabel={form.creating} className="big block" />
        {heldBack && hold !== null && <FormError>{clipWords.held[hold]}</FormError>}
        {refusal !== null && <FormError>{refusal}</FormError>}
      </div>
      <FormNotes acceptsClips={page.acceptsClips} />
    </form>
  );
}

function FormError({ children }: { children: ReactNode }) {
  return (
    <span className="err" role="alert">
      <TriangleAlert className="i s" />
      {children}
    </span>
  );
}
