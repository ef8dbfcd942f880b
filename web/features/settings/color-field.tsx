import { type UseFormReturn, useWatch } from 'react-hook-form';
import { texts } from '#web/texts/texts.ts';
import { Field } from '#web/ui/field.tsx';
import type { SettingsForm } from './settings-form.ts';

interface ColorFieldProps {
  form: UseFormReturn<SettingsForm>;
  name: Extract<keyof SettingsForm, `${string}Color`>;
  label: string;
  onPicked?: (color: string) => void;
}

/** A swatch that opens the browser's picker, and the hex value beside it. */
export function ColorField({ form, name, label, onPicked }: ColorFieldProps) {
  const value = useWatch({ control: form.control, name });
  const isHex = /^#[0-9a-f]{6}$/i.test(value);
  const field = form.register(name, { onChange: () => onPicked?.(form.getValues(name)) });
  return (
    <Field label={label} error={form.formState.errors[name]?.message}>
      {(attributes) => (
        <span className="color">
          <input
            type="color"
            aria-label={texts('settings').card.pick(label)}
            value={isHex ? value.toLowerCase() : '#000000'}
            onChange={(event) => {
              form.setValue(name, event.currentTarget.value, {
                shouldDirty: true,
                shouldValidate: form.formState.isSubmitted,
              });
              onPicked?.(event.currentTarget.value);
            }}
          />
          <input className="input mono" spellCheck={false} autoComplete="off" {...attributes} {...field} />
        </span>
      )}
    </Field>
  );
}
