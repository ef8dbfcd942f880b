import { useForm } from 'react-hook-form';
import { routes } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { resolveWith } from '#web/lib/form-resolver.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

interface ConfirmPasswordProps {
  /** Why we ask. */
  reason: string;
  /** What happens when it is right, on the button. */
  action: string;
  onClose: () => void;
  onConfirmed: () => void;
}

/** Asks for the password again before a secret is shown or the way of the money changes. A wrong one is said in the dialog. */
export function ConfirmPassword({ reason, action, onClose, onConfirmed }: ConfirmPasswordProps) {
  const words = texts('settings');
  const { register, handleSubmit, formState, setError } = useForm<{ password: string }>({
    resolver: resolveWith<{ password: string }>(routes.confirmPassword.body),
    defaultValues: { password: '' },
  });

  const handleConfirm = handleSubmit(async (body) => {
    try {
      await call('confirmPassword', { body });
      onConfirmed();
    } catch (error) {
      setError('password', { message: wordsFor(error, words.confirm.failed) }, { shouldFocus: true });
    }
  });

  return (
    <Dialog title={words.confirm.title} onClose={onClose}>
      <form
        className="stack"
        style={{ '--gap': '16px' }}
        noValidate
        onSubmit={(event) => void handleConfirm(event)}
      >
        <p className="muted">{reason}</p>
        <PasswordField
          label={words.confirm.password}
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password')}
        />
        <div className="acts">
          <button type="button" className="btn secondary" onClick={onClose}>
            {words.cancel}
          </button>
          <SubmitButton busy={formState.isSubmitting} label={action} busyLabel={words.confirm.busy} />
        </div>
      </form>
    </Dialog>
  );
}
