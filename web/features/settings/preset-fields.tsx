import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { texts } from '#web/texts/texts.ts';
import { presetsBelow, type SettingsForm } from './settings-form.ts';

/** Amounts that donors choose from, each in a field of its own; an empty one offers nothing. */
export function PresetFields({ form }: { form: UseFormReturn<SettingsForm> }) {
  const words = texts('settings').donations;
  const id = useId();
  const { presetAmounts, minDonationAmount } = useWatch({ control: form.control }) as SettingsForm;
  const { presetAmounts: error } = form.formState.errors;
  const below = presetsBelow(presetAmounts, minDonationAmount);
  return (
    <fieldset className="presets" aria-describedby={id}>
      <legend className="flabel">{words.presets}</legend>
      <div className="preset-grid">
        {presetAmounts.map((_, place) => (
          <input
            // A place is what a field is.
            key={String(place)}
            className="input num"
            inputMode="decimal"
            autoComplete="off"
            aria-label={words.preset(place + 1)}
            aria-invalid={error !== undefined}
            {...form.register(`presetAmounts.${place}`)}
          />
        ))}
      </div>
      <div id={id}>
        {error === undefined && <p className="hint">{words.presetsHint}</p>}
        {error !== undefined && (
          <p className="err" role="alert">
            <TriangleAlert className="i s" />
            {error.message}
          </p>
        )}
        {error === undefined && below.length > 0 && (
          <p className="hint warned">
            <TriangleAlert className="i s" />
            {words.presetsBelow(below.join(', '))}
          </p>
        )}
      </div>
    </fieldset>
  );
}
