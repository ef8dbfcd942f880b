import { type SubmitEvent, useEffect, useState } from 'react';
import { type WithdrawalQuote, withdrawalWish } from '#contract/wallet.ts';
import { readSol } from '#web/features/donate/wallet-amount.ts';
import { call } from '#web/lib/call.ts';
import { CallProblem, wordsFor } from '#web/lib/call-problem.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { texts } from '#web/texts/texts.ts';
import { exactAmount } from '#web/ui/amount.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, TextField } from '#web/ui/field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { useRefusedFocus } from '#web/ui/use-refused-focus.ts';
import { ReviewStep } from './review-step.tsx';

/** What was typed; `amount` as it stands in the field. */
export interface WithdrawalDraft {
  address: string;
  amount: string;
  isAll: boolean;
}

interface WithdrawDialogProps {
  balance: number | null;
  onClose: () => void;
}

type Errors = Partial<Record<'address' | 'amount', string>>;

/** First where to and how much, then what that costs and leaves, confirmed with the password. What was typed stays. */
export function WithdrawDialog({ balance, onClose }: WithdrawDialogProps) {
  const words = texts('wallet');
  const [draft, setDraft] = useState<WithdrawalDraft>({ address: '', amount: '', isAll: false });
  const [quote, setQuote] = useState<WithdrawalQuote | null>(null);
  const [isBack, setIsBack] = useState(false);
  const goBack = () => {
    setIsBack(true);
    setQuote(null);
  };
  return (
    <Dialog title={quote === null ? words.withdraw.title : words.review.title} onClose={onClose}>
      {quote === null ? (
        <WishStep
          draft={draft}
          balance={balance}
          takesFocus={isBack}
          onChange={setDraft}
          onQuote={setQuote}
          onClose={onClose}
        />
      ) : (
        <ReviewStep quote={quote} isAll={draft.isAll} onQuote={setQuote} onBack={goBack} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface WishStepProps extends WithdrawDialogProps {
  draft: WithdrawalDraft;
  /** It was gone back to: the keyboard goes along. */
  takesFocus: boolean;
  onChange: (draft: WithdrawalDraft) => void;
  onQuote: (quote: WithdrawalQuote) => void;
}

function WishStep({ draft, balance, takesFocus, onChange, onQuote, onClose }: WishStepProps) {
  const words = texts('wallet').withdraw;
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);

  const form = useRefusedFocus(errors);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus();
  }, [takesFocus, form]);

  const ask = async () => {
    const typed = readSol(draft.amount);
    const body = { address: draft.address.trim(), amount: draft.isAll ? null : (typed ?? Number.NaN) };
    const wrong: Errors = fieldErrors(withdrawalWish, body);
    const isUnreadable = typed === null && draft.amount.trim() !== '';
    if (isUnreadable && wrong.amount !== undefined) wrong.amount = words.amountForm;
    if (Object.keys(wrong).length > 0) return setErrors(wrong);
    setBusy(true);
    setErrors({});
    try {
      onQuote(await call('quoteWithdrawal', { body }));
    } catch (error) {
      setBusy(false);
      setErrors({ [fieldOf(error)]: wordsFor(error, words.failed) });
    }
  };

  return (
    <form
      ref={form}
      className="stack dialog-text"
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void ask();
      }}
    >
      <TextField
        label={words.address}
        hint={words.addressHint}
        error={errors.address}
        className="mono"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        value={draft.address}
        onChange={(event) => onChange({ ...draft, address: event.currentTarget.value })}
      />
      <Field
        label={words.amount}
        error={errors.amount}
        {...(balance !== null && { hint: words.available(exactAmount(balance)) })}
      >
        {(attributes) => (
          <span className="with-end">
            <input
              className="input num"
              inputMode="decimal"
              autoComplete="off"
              maxLength={24}
              disabled={draft.isAll}
              {...attributes}
              value={draft.isAll ? '' : draft.amount}
              onChange={(event) => onChange({ ...draft, amount: event.currentTarget.value })}
            />
            <span className="end">SOL</span>
          </span>
        )}
      </Field>
      <label className="check">
        <input
          type="checkbox"
          checked={draft.isAll}
          onChange={() => onChange({ ...draft, isAll: !draft.isAll })}
        />
        {words.all}
      </label>
      <div className="acts">
        <button type="button" className="btn secondary" onClick={onClose}>
          {words.cancel}
        </button>
        <SubmitButton busy={busy} label={words.next} busyLabel={words.checking} />
      </div>
    </form>
  );
}

const aboutAddress: readonly string[] = [
  'address_not_payable',
  'address_of_donation',
  'withdrawal_to_own_wallet',
];

function fieldOf(error: unknown): keyof Errors {
  return error instanceof CallProblem && aboutAddress.includes(error.code) ? 'address' : 'amount';
}
