import type { KeyboardEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { minimumDonationSol } from '#contract/account.ts';
import { texts } from '#web/texts/texts.ts';
import { Field } from '#web/ui/field.tsx';
import { FiatNow } from '#web/ui/fiat.tsx';
import { readMinimum, type SettingsForm, stepMinimum } from './settings-form.ts';

const name = 'minDonationAmount';

/**
 * The streamer's own minimum in SOL. A text field that steps like one for numbers: from those a browser drops a comma, or all
 * that was typed with it, and 1,5 would be 15.
 */
export function MinimumField({ form }: { form: UseFormReturn<SettingsForm> }) {
  const words = texts('settings').donations;
  const minimum = form.watch(name);
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const stepped = stepMinimum(minimum, event.key === 'ArrowUp' ? 1 : -1);
    form.setValue(name, stepped, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  return (
    <div className="short">
      <Field label={words.minimum} hint={words.minimumHint} error={form.formState.errors[name]?.message}>
        {(attributes) => (
          <span className="with-end">
            <input
              className="input num"
              inputMode="decimal"
              autoComplete="off"
              role="spinbutton"
              aria-valuenow={minimum}
              aria-valuemin={minimumDonationSol.least}
              aria-valuemax={minimumDonationSol.most}
              onKeyDown={handleKey}
              {...attributes}
              {...form.register(name, { setValueAs: readMinimum })}
            />
            <span className="end">SOL</span>
          </span>
        )}
      </Field>
      <FiatNow sol={minimum} />
    </div>
  );
}
