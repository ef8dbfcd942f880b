import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { routes } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { resolveWith } from '#web/lib/form-resolver.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { CodeField } from './code-field.tsx';
import { isAboutCode, type WantedProof } from './proof-wanted.ts';

interface ConfirmIdentityProps {
  wanted: WantedProof;
  /** Why we ask. */
  reason: string;
  /** What happens when it is right, on the button. */
  action: string;
  onClose: () => void;
  onConfirmed: () => void;
}

interface Typed {
  password: string;
  code: string;
}

/**
 * Asks for the password again, and for a code where two-step protection is on, before a secret is shown or the way of
 * the money changes. A wrong one is said at its field; what was typed stays.
 */
export function ConfirmIdentity({ wanted, reason, action, onClose, onConfirmed }: ConfirmIdentityProps) {
  const words = texts('settings');
  const [needsCode, setNeedsCode] = useState(wanted === 'password and code');
  const { register, handleSubmit, formState, setError } = useForm<Typed>({
    resolver: resolveWith<Typed>(routes.confirmPassword.body),
    defaultValues: { password: '', code: '' },
  });
  const { errors, isSubmitting } = formState;

  const handleConfirm = handleSubmit(async ({ password, code }) => {
    if (needsCode && code.trim() === '') {
      setError('code', { message: words.twoStep.code.missing }, { shouldFocus: true });
      return;
    }
    try {
      await call('confirmPassword', { body: { password, ...(needsCode && { code }) } });
      onConfirmed();
    } catch (error) {
      const name = isAboutCode(error) ? 'code' : 'password';
      // It may have been turned on in another browser meanwhile.
      if (name === 'code') setNeedsCode(true);
      setError(name, { message: wordsFor(error, words.confirm.failed) }, { shouldFocus: true });
    }
  });

  return (
    <Dialog title={needsCode ? words.confirm.titleBoth : words.confirm.title} onClose={onClose}>
      <form
        className="stack dialog-text"
        style={{ '--gap': '16px' }}
        noValidate
        onSubmit={(event) => void handleConfirm(event)}
      >
        <p className="muted">{reason}</p>
        <PasswordField
          label={words.confirm.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        {needsCode && <CodeField error={errors.code?.message} {...register('code')} />}
        <div className="acts">
          <button type="button" className="btn secondary" onClick={onClose}>
            {words.cancel}
          </button>
          <SubmitButton busy={isSubmitting} label={action} busyLabel={words.confirm.busy} />
        </div>
      </form>
    </Dialog>
  );
}
