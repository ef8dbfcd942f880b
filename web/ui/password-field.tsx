import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { Field } from './field.tsx';

type PasswordFieldProps = { label: string; error?: string | undefined } & Omit<
  ComponentProps<'input'>,
  'type'
>;

/** A password with its show and hide toggle inside the field. */
export function PasswordField({ label, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const words = texts('common').password;
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} error={error}>
      {(attributes) => (
        <span className="with-end">
          <input className="input" type={shown ? 'text' : 'password'} {...attributes} {...input} />
          <button
            className="end"
            type="button"
            aria-label={shown ? words.hide(label) : words.show(label)}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon className="i" />
          </button>
        </span>
      )}
    </Field>
  );
}
