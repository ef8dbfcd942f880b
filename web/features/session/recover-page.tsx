import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { Link, Navigate } from 'react-router';
import { CallProblem, wordsFor } from '#web/lib/call-problem.ts';
import { resolveWith } from '#web/lib/form-resolver.ts';
import { useSession } from '#web/lib/session.tsx';
import { isRejection, NoSigningAccount } from '#web/lib/wallet-standard.ts';
import { texts } from '#web/texts/texts.ts';
import { TextField } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { AccountRecovered } from './account-recovered.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { takeUsername } from './kept-username.ts';
import { ProofFields } from './proof-fields.tsx';
import { recoverAccount, type Recovered } from './recover-account.ts';
import { type RecoverForm, recoverForm } from './recover-form.ts';
import { CannotSign } from './sign-with-key.ts';
import { useMessageWallets } from './use-message-wallets.ts';

/** A new password for whoever lost theirs, by recovery code, private key or wallet. A signed-in streamer goes on to /app. */
export function RecoverPage() {
  const words = texts('session').recover;
  useTitle(words.heading);
  const { user } = useSession();
  const [username] = useState(takeUsername);
  const [recovered, setRecovered] = useState<Recovered | null>(null);
  const form = useForm<RecoverForm>({
    resolver: resolveWith<RecoverForm>(recoverForm),
    defaultValues: { username, way: 'code', code: '', privateKey: '', newPassword: '', confirmPassword: '' },
  });
  const { isDirty } = form.formState;
  // Not after another tab has signed out, or in as somebody else: the page shows the recovery code.
  if (recovered !== null && user?.id === recovered.user.id) return <AccountRecovered recovered={recovered} />;
  // Who was signed in before may be known late: whoever is typing by then wants back into another account.
  if (user !== null && !isDirty) return <Navigate to="/app" replace />;
  return (
    <AuthLayout typedUsername={() => form.getValues('username')}>
      <div className="stack" style={{ '--gap': '12px' }}>
        <h1 className="title">{words.heading}</h1>
        <p className="muted">{words.lead}</p>
      </div>
      <Recovery form={form} onRecovered={setRecovered} />
      <p className="muted small">{words.neither}</p>
      <p className="muted">
        <Link className="link" to="/login">
          {words.toLogin}
        </Link>
      </p>
    </AuthLayout>
  );
}

interface RecoveryProps {
  form: UseFormReturn<RecoverForm>;
  onRecovered: (recovered: Recovered) => void;
}

function Recovery({ form, onRecovered }: RecoveryProps) {
  const session = texts('session');
  const words = session.recover;
  const { signIn } = useSession();
  const wallets = useMessageWallets();
  const [picked, setPicked] = useState(wallets[0] ?? null);
  const { register, handleSubmit, formState, watch, reset } = form;
  const { errors, isSubmitting } = formState;
  const isByWallet = watch('way') === 'wallet';
  const chosen = picked ?? wallets[0] ?? null;

  const handleRecover = handleSubmit(async (values) => {
    toast.remove();
    if (isByWallet && chosen === null) return;
    try {
      const recovered = await recoverAccount(values, chosen);
      onRecovered(recovered);
      signIn(recovered.user, recovered.token);
      reset();
    } catch (error) {
      sayWhy(form, error);
    }
  });

  return (
    <form className="stack" noValidate onSubmit={(event) => void handleRecover(event)}>
      <TextField
        label={session.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...register('username')}
      />
      <ProofFields form={form} wallets={wallets} chosen={chosen} onChoose={setPicked} />
      <PasswordField
        label={words.newPassword}
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...register('newPassword', { deps: ['confirmPassword'] })}
      />
      <PasswordField
        label={words.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <SubmitButton
        busy={isSubmitting}
        label={isByWallet ? words.submitWallet : words.submit}
        busyLabel={words.busy}
        className="tap block"
      />
    </form>
  );
}

/** What is wrong with a field stands there; the rest is a toast. */
function sayWhy({ setError }: UseFormReturn<RecoverForm>, error: unknown): void {
  const words = texts('session').recover;
  const atField = (name: 'code' | 'privateKey', message: string) =>
    setError(name, { message }, { shouldFocus: true });
  if (error instanceof CannotSign)
    atField('privateKey', error.why === 'notAKey' ? words.notAKey : words.keyNeedsBrowser);
  else if (error instanceof CallProblem && error.code === 'wrong_recovery_code')
    atField('code', wordsFor(error, words.failed));
  else if (error instanceof CallProblem) toast.error(wordsFor(error, words.noAnswer));
  else if (error instanceof NoSigningAccount) toast.error(words.noAccount);
  else if (isRejection(error)) toast.error(words.notSigned);
  else toast.error(words.failed);
}
