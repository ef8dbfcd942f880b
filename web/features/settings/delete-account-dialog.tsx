import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import type { AccountDeletion } from '#contract/own-account-routes.ts';
import { routes } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { CallProblem, wordsFor } from '#web/lib/call-problem.ts';
import { resolveWith } from '#web/lib/form-resolver.ts';
import { queryKeys } from '#web/lib/query.ts';
import { useSession, useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { amountText } from '#web/ui/amount.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SectionState } from '#web/ui/section-state.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { rememberAsked } from './asked-here.ts';
import { CodeField } from './code-field.tsx';
import type { HeldTokens } from './tokens/held-tokens.ts';
import { useHeldTokens } from './tokens/use-held-tokens.ts';
import { isAboutCode } from './proof-wanted.ts';

interface Typed {
  username: string;
  password: string;
  code: string;
}

/** Says what money is still about, and asks for name, password and code. What is not right is said at its field. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const words = texts('settings').deletion;
  const user = useUser();
  const { refresh } = useSession();
  const about = useQuery({
    queryKey: queryKeys.deletion,
    queryFn: () => call('accountDeletion'),
    staleTime: 0,
  });
  const tokens = useHeldTokens();
  const factor = useQuery({ queryKey: queryKeys.secondFactor, queryFn: () => call('secondFactor') });
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const needsCode = isCodeAsked || factor.data?.isOn === true;
  const { register, handleSubmit, formState, setError } = useForm<Typed>({
    resolver: resolveWith<Typed>(routes.deleteAccount.body),
    defaultValues: { username: '', password: '', code: '' },
  });
  const { errors, isSubmitting } = formState;

  const handleDelete = handleSubmit(async ({ username, password, code }) => {
    if (needsCode && code.trim() === '') {
      setError('code', { message: texts('settings').twoStep.code.missing }, { shouldFocus: true });
      return;
    }
    try {
      await call('deleteAccount', { body: { username, password, ...(needsCode && { code }) } });
      rememberAsked();
      onClose();
      await refresh();
      scrollTo({ top: 0 });
    } catch (error) {
      const name = fieldOf(error);
      if (name === 'code') setIsCodeAsked(true);
      if (name !== null) setError(name, { message: wordsFor(error, words.failed) }, { shouldFocus: true });
      else {
        toast.error(wordsFor(error, words.failed));
        // Without an answer it may have been taken up all the same.
        rememberAsked();
        await refresh();
      }
    }
  });

  return (
    <Dialog title={words.title} onClose={onClose}>
      <form className="stack dialog-text" noValidate onSubmit={(event) => void handleDelete(event)}>
        {about.data === undefined || tokens === undefined ? (
          <SectionState error={about.error} onRetry={() => void about.refetch()} />
        ) : (
          <MoneyAbout about={about.data} tokens={tokens} />
        )}
        <p className="muted">{words.download}</p>
        <TextField
          label={words.typeName(user.username)}
          error={errors.username?.message}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...register('username')}
        />
        <PasswordField
          label={texts('settings').confirm.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        {needsCode && <CodeField error={errors.code?.message} {...register('code')} />}
        <div className="acts">
          <button type="button" className="btn secondary" onClick={onClose}>
            {words.cancel}
          </button>
          <SubmitButton busy={isSubmitting} label={words.confirm} busyLabel={words.busy} look="danger" />
        </div>
      </form>
    </Dialog>
  );
}

/** What is still about, a sentence each; what can be lost, or is not known, stands on its own ground. */
function MoneyAbout({ about, tokens }: { about: AccountDeletion; tokens: HeldTokens }) {
  const { deletion: words, tokens: tokenWords } = texts('settings');
  const { openDonations, onTheWay, walletAmount } = about;
  const isWalletFull = walletAmount === null || walletAmount > 0;
  const hasTokens = tokens.sums.length > 0 || !tokens.isKnown;
  const sentences = [
    ...(openDonations > 0 ? [words.open(openDonations)] : []),
    ...(onTheWay.addresses > 0 ? [words.onTheWay(amountText(onTheWay.amount))] : []),
  ];
  return (
    <>
      {isWalletFull && (
        <div className="note danger">
          <TriangleAlert className="i" aria-hidden="true" />
          <p>
            {walletAmount === null ? words.walletUnknown : words.wallet(amountText(walletAmount))}{' '}
            <Link className="link" to="/app/wallet">
              {words.toWallet}
            </Link>
          </p>
        </div>
      )}
      {tokens.sums.length > 0 && (
        <div className="note danger">
          <TriangleAlert className="i" aria-hidden="true" />
          <p>{tokenWords.beforeDeletion(tokens.sums.join(', '))}</p>
        </div>
      )}
      {/* Where the wallet itself is unknown, that is said of it as a whole. */}
      {!tokens.isKnown && walletAmount !== null && (
        <div className="note danger">
          <TriangleAlert className="i" aria-hidden="true" />
          <p>{tokenWords.unknownBeforeDeletion}</p>
        </div>
      )}
      {sentences.map((sentence) => (
        <p className="muted" key={sentence}>
          {sentence}
        </p>
      ))}
      {!isWalletFull && !hasTokens && sentences.length === 0 && <p className="muted">{words.noMoney}</p>}
    </>
  );
}

function fieldOf(error: unknown): keyof Typed | null {
  if (isAboutCode(error)) return 'code';
  if (!(error instanceof CallProblem)) return null;
  if (error.code === 'username_differs') return 'username';
  return error.code === 'wrong_password' ? 'password' : null;
}
