import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, Navigate, useNavigate } from 'react-router';
import type * as z from 'zod/mini';
import { credentials } from '#contract/account.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { resolveWith } from '#web/lib/form-resolver.ts';
import { useSession } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { TextField } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { AuthLayout } from './auth-layout.tsx';
import { keepUsername, takeUsername } from './kept-username.ts';
import { typedUsername } from './typed-username.ts';

type Credentials = z.infer<typeof credentials>;

/** Sign-in (spec §2). A signed-in streamer goes on to /app. */
export function LoginPage() {
  const words = texts('session');
  useTitle(words.login.heading);
  const { user, wasEnded, signIn } = useSession();
  const navigate = useNavigate();
  const [username] = useState(takeUsername);
  const { register, handleSubmit, formState, setFocus, getValues } = useForm<Credentials>({
    resolver: resolveWith<Credentials>(credentials),
    defaultValues: { username, password: '' },
  });

  const handleLogin = handleSubmit(async (body) => {
    toast.remove();
    try {
      const { user, token } = await call('login', { body });
      signIn(user, token);
      toast.success(words.login.done);
      await navigate('/app', { replace: true });
    } catch (error) {
      toast.error(wordsFor(error, words.login.failed));
      setFocus('password', { shouldSelect: true });
    }
  });

  if (user !== null && !formState.isSubmitting) return <Navigate to="/app" replace />;
  return (
    <AuthLayout typedUsername={() => getValues('username')}>
      <h1 className="title">{words.login.heading}</h1>
      {wasEnded && (
        <p className="muted" role="status">
          {words.login.wasEnded}
        </p>
      )}
      <form className="stack" noValidate onSubmit={(event) => void handleLogin(event)}>
        <TextField
          label={words.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={formState.errors.username?.message}
          {...register('username', typedUsername)}
        />
        <PasswordField
          label={words.password}
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password')}
        />
        <SubmitButton
          busy={formState.isSubmitting}
          label={words.login.submit}
          busyLabel={words.login.busy}
          className="tap block"
        />
      </form>
      <p>
        <Link className="link" to="/recover" onClick={() => keepUsername(getValues('username'))}>
          {words.login.lost}
        </Link>
      </p>
      <p className="muted">
        {words.login.newHere}{' '}
        <Link className="link" to="/register">
          {words.login.toRegister}
        </Link>
      </p>
    </AuthLayout>
  );
}
