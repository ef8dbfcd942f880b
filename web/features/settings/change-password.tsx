import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#web/lib/call.ts';
import { CallProblem, wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { resolveWith } from '#web/lib/form-resolver.ts';
import { useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { CodeField } from './code-field.tsx';
import { type PasswordForm, passwordForm } from './password-form.ts';
import { isAboutCode } from './proof-wanted.ts';
import { sessionsKey } from './sessions-key.ts';

/**
 * Changes the password, with a code where two-step protection is on. What is not right is said at its field; whatever
 * was typed stays.
 */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const words = texts('settings').password;
  const user = useUser();
  const queries = useQueryClient();
  const factor = useQuery({ queryKey: queryKeys.secondFactor, queryFn: () => call('secondFactor') });
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const needsCode = isCodeAsked || factor.data?.isOn === true;
  const { register, handleSubmit, formState, setError } = useForm<PasswordForm>({
    resolver: resolveWith<PasswordForm>(passwordForm),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '', code: '' },
  });
  const { errors, isSubmitting } = formState;

  const handleChange = handleSubmit(async ({ currentPassword, newPassword, code = '' }) => {
    if (needsCode && code.trim() === '') {
      setError('code', { message: texts('settings').twoStep.code.missing }, { shouldFocus: true });
      return;
    }
    try {
      await call('changePassword', { body: { currentPassword, newPassword, ...(needsCode && { code }) } });
      toast.success(words.done);
      onClose();
      await queries.invalidateQueries({ queryKey: sessionsKey });
    } catch (error) {
      const message = wordsFor(error, words.failed);
      if (error instanceof CallProblem && error.code === 'wrong_password')
        setError('currentPassword', { message }, { shouldFocus: true });
      else if (isAboutCode(error)) {
        setIsCodeAsked(true);
        setError('code', { message }, { shouldFocus: true });
      } else toast.error(message);
    }
  });

  return (
    <Dialog title={words.title} onClose={onClose}>
      <form className="stack dialog-text" noValidate onSubmit={(event) => void handleChange(event)}>
        {/* Password managers want to know whose password this is. */}
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        <PasswordField
          label={words.current}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
        <PasswordField
          label={words.wanted}
          autoComplete="new-password"
          error={errors.newPassword?.message}
          {...register('newPassword', { deps: ['confirmPassword'] })}
        />
        <PasswordField
          label={words.again}
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        {needsCode && <CodeField error={errors.code?.message} {...register('code')} />}
        <p className="hint">{words.recoveryStays}</p>
        <div className="acts">
          <button type="button" className="btn secondary" onClick={onClose}>
            {texts('settings').cancel}
          </button>
          <SubmitButton busy={isSubmitting} label={words.change} busyLabel={words.busy} />
        </div>
      </form>
    </Dialog>
  );
}
