import type { UseFormReturn } from 'react-hook-form';
import { texts } from '#web/texts/texts.ts';
import { Field } from '#web/ui/field.tsx';
import { FiatNow } from '#web/ui/fiat.tsx';
import { readMinimum, type SettingsForm } from './settings-form.ts';

/** The streamer's own minimum in SOL. */
export function MinimumField({ form }: { form: UseFormReturn<SettingsForm> }) {
  const words = texts('settings').donations;
  return (
    <div className="short">
      <Field
        label={words.minimum}
        hint={words.minimumHint}
        error={form.formState.errors.minDonationAmount?.message}
      >
        {(attributes) => (
          <span className="with-end">
            <input
              className="input num"
              type="number"
              step="0.002"
              {...attributes}
              {...form.register('minDonationAmount', { setValueAs: readMinimum })}
            />
            <span className="end">SOL</span>
          </span>
        )}
      </Field>
      <FiatNow sol={form.watch('minDonationAmount')} />
    </div>
  );
}
