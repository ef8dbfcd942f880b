import { type UseFormReturn, useWatch } from 'react-hook-form';
import { hexColor } from '#contract/style.ts';
import { texts } from '#web/texts/texts.ts';
import { Field } from '#web/ui/field.tsx';
import { previewOf, type SettingsForm } from './settings-form.ts';

interface ColorFieldProps {
  form: UseFormReturn<SettingsForm>;
  name: Extract<keyof SettingsForm, `${string}Color`>;
  label: string;
  onPicked?: (color: string) => void;
}

/** A swatch that opens the browser's picker, struck out while the hex value beside it is none; empty, it has the default. */
export function ColorField({ form, name, label, onPicked }: ColorFieldProps) {
  const values = useWatch({ control: form.control }) as SettingsForm;
  const value = values[name];
  const isWrong = value !== '' && !hexColor.safeParse(value).success;
  const field = form.register(name, { onChange: () => onPicked?.(form.getValues(name)) });
  return (
    <Field label={label} error={form.formState.errors[name]?.message}>
      {(attributes) => (
        <span className="color">
          <input
            type="color"
            aria-label={texts('settings').card.pick(label)}
            className={isWrong ? 'none' : undefined}
            value={previewOf(values)[name].toLowerCase()}
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
