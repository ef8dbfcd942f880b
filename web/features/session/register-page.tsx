import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { Link, Navigate } from 'react-router';
import type { RouteReply } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { CallProblem, wordsFor } from '#web/lib/call-problem.ts';
import { resolveWith } from '#web/lib/form-resolver.ts';
import { useSession } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { TextField } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { AccountCreated } from './account-created.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { takeUsername } from './kept-username.ts';
import { LostRegistration } from './lost-registration.tsx';
import { browserTimeZone, type RegistrationForm, registrationForm } from './registration-form.ts';
import { typedUsername } from './typed-username.ts';

/** Create an account, then the key and the link on the same screen (spec §2 and §4). */
export function RegisterPage() {
  const words = texts('session').register;
  useTitle(words.heading);
  const { user } = useSession();
  const [username] = useState(takeUsername);
  const form = useForm<RegistrationForm>({
    resolver: resolveWith<RegistrationForm>(registrationForm),
    defaultValues: { username, password: '', confirmPassword: '' },
  });
  const [created, setCreated] = useState<RouteReply<'register'> | null>(null);
  const { isDirty } = form.formState;
  // Not after another tab has signed out, or in as somebody else: the page shows the private key.
  if (created !== null && user?.id === created.user.id) return <AccountCreated created={created} />;
  // Who was signed in before may be known late: whoever is typing by then wants an account of their own.
  if (user !== null && !isDirty) return <Navigate to="/app" replace />;
  return (
    <AuthLayout typedUsername={() => form.getValues('username')}>
      <h1 className="title">{words.heading}</h1>
      <RegisterForm form={form} onCreated={setCreated} />
      <p className="muted">
        {words.haveOne}{' '}
        <Link className="link" to="/login">
          {words.toLogin}
        </Link>
      </p>
    </AuthLayout>
  );
}

interface RegisterFormProps {
  form: UseFormReturn<RegistrationForm>;
  onCreated: (created: RouteReply<'register'>) => void;
}

function RegisterForm({ form, onCreated }: RegisterFormProps) {
  const words = texts('session');
  const { signIn } = useSession();
  const { register, handleSubmit, formState, setError, setFocus, reset } = form;
  const { errors, isSubmitting } = formState;
  const [lost, setLost] = useState<Pick<RegistrationForm, 'username' | 'password'> | null>(null);

  const handleRegister = handleSubmit(async ({ username, password }) => {
    toast.remove();
    try {
      const created = await call('register', { body: { username, password, ...browserTimeZone() } });
      onCreated(created);
      signIn(created.user, created.token);
      reset();
      toast.success(words.register.done);
    } catch (error) {
      toast.error(wordsFor(error, words.register.failed));
      if (error instanceof CallProblem && !error.fromServer) setLost({ username, password });
      if (error instanceof CallProblem && error.code === 'username_taken')
        setError('username', { message: error.message });
      setFocus('username', { shouldSelect: true });
    }
  });

  return (
    <form className="stack" noValidate onSubmit={(event) => void handleRegister(event)}>
      <TextField
        label={words.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...register('username', typedUsername)}
      />
      <PasswordField
        label={words.password}
        autoComplete="new-password"
        error={errors.password?.message}
        {...register('password', { deps: ['confirmPassword'] })}
      />
      <PasswordField
        label={words.register.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <SubmitButton
        busy={isSubmitting}
        label={words.register.submit}
        busyLabel={words.register.busy}
        className="tap block"
      />
      {lost !== null && (
        <LostRegistration
          key={lost.username}
          typed={lost}
          onCreated={(created) => {
            onCreated(created);
            reset();
          }}
        />
      )}
    </form>
  );
}
