import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { texts } from '#web/texts/texts.ts';
import { presetsBelow, type SettingsForm } from './settings-form.ts';

/**
 * Amounts that donors choose from, each in a field of its own; an empty one offers nothing.
 * A refused one is marked and has its words below all; one below the minimum is named before it is saved.
 */
export function PresetFields({ form }: { form: UseFormReturn<SettingsForm> }) {
  const words = texts('settings').donations;
  const id = useId();
  const { presetAmounts, minDonationAmount } = useWatch({ control: form.control }) as SettingsForm;
  const below = presetsBelow(presetAmounts, minDonationAmount);
  const refusals = presetAmounts.map((_, place) => form.formState.errors.presetAmounts?.[place]?.message);
  const said = [...new Set(refusals)].filter((message) => message !== undefined);
  const describedBy = (place: number) => {
    const message = refusals[place];
    if (message !== undefined) return `${id}-${said.indexOf(message)}`;
    return below[place] === null ? undefined : `${id}-below`;
  };
  return (
    <fieldset className="presets" aria-describedby={said.length === 0 ? id : undefined}>
      <legend className="flabel">{words.presets}</legend>
      <div className="preset-grid">
        {presetAmounts.map((_, place) => (
          <input
            // A place is what a field is.
            key={String(place)}
            className={below[place] === null ? 'input num' : 'input num unoffered'}
            inputMode="decimal"
            autoComplete="off"
            aria-label={words.preset(place + 1)}
            aria-invalid={refusals[place] !== undefined}
            aria-describedby={describedBy(place)}
            // An amount may be wrong because of another one: once saving was refused, they are looked at together.
            {...form.register(`presetAmounts.${place}`, { deps: presetNames(presetAmounts) })}
          />
        ))}
      </div>
      {said.length === 0 && (
        <p className="hint" id={id}>
          {words.presetsHint}
        </p>
      )}
      {said.map((message, place) => (
        <p key={message} className="err" role="alert" id={`${id}-${place}`}>
          <TriangleAlert className="i s" />
          {message}
        </p>
      ))}
      <div role="status" id={`${id}-below`}>
        <UnofferedNote amounts={below.filter((amount) => amount !== null)} />
      </div>
    </fieldset>
  );
}

function UnofferedNote({ amounts }: { amounts: string[] }) {
  if (amounts.length === 0) return null;
  return (
    <p className="hint warned">
      <TriangleAlert className="i s" />
      {texts('settings').donations.presetsBelow(amounts.join(', '))}
    </p>
  );
}

function presetNames(typed: readonly string[]): `presetAmounts.${number}`[] {
  return typed.map((_, place) => `presetAmounts.${place}` as const);
}
