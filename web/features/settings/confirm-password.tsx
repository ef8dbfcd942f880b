import { useForm } from 'react-hook-form';
import { routes } from '#contract/routes.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { resolveWith } from '#web/lib/form-resolver.ts';
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
  const { register, handleSubmit, formState, setError } = useForm<{ password: string }>({
    resolver: resolveWith<{ password: string }>(routes.confirmPassword.body),
    defaultValues: { password: '' },
  });

  const handleConfirm = handleSubmit(async (body) => {
    try {
      await call('confirmPassword', { body });
      onConfirmed();
    } catch (error) {
      setError('password', {
        message: wordsFor(error, 'The password could not be checked. Please try again.'),
      });
    }
  });

  return (
    <Dialog title="Type your password again" onClose={onClose}>
      <form
        className="stack"
        style={{ '--gap': '16px' }}
        noValidate
        onSubmit={(event) => void handleConfirm(event)}
      >
        <p className="muted">{reason}</p>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={formState.errors.password?.message}
          {...register('password')}
        />
        <div className="acts">
          <button type="button" className="btn secondary" onClick={onClose}>
            Cancel
          </button>
          <SubmitButton busy={formState.isSubmitting} label={action} busyLabel="Checking..." className="" />
        </div>
      </form>
    </Dialog>
  );
}
