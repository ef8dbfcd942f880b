import type { UseFormReturn } from 'react-hook-form';
import { Field } from '#web/ui/field.tsx';
import { readMinimum, type SettingsForm } from './settings-form.ts';

/** The streamer's own minimum in SOL. */
export function MinimumField({ form }: { form: UseFormReturn<SettingsForm> }) {
  return (
    <div className="short">
      <Field
        label="Minimum donation amount (SOL)"
        hint="Donations below this amount will not be processed"
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
    </div>
  );
}
