import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { gradientLabels, type GradientType, gradientTypes } from '#contract/gradient.ts';
import { hexColor } from '#contract/style.ts';
import { defaultCustomization, paintCard } from '#web/ui/card-style.ts';
import { Field } from '#web/ui/field.tsx';
import { ColorField } from './color-field.tsx';
import type { SettingsForm } from './settings-form.ts';

/** Primary colour, the twelve background styles, and the custom gradient where that is chosen. */
export function CardBackground({ form }: { form: UseFormReturn<SettingsForm> }) {
  const { control } = form;
  const cardColor = useWatch({ control, name: 'cardColor' });
  const gradientType = useWatch({ control, name: 'gradientType' });
  const before = useRef(cardColor);

  // The name keeps following the primary colour for as long as it was the same; half-typed colours it does not follow.
  const handlePicked = (color: string) => {
    if (!hexColor.safeParse(color).success) return;
    if (form.getValues('nameColor').toLowerCase() === before.current.toLowerCase()) {
      form.setValue('nameColor', color, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    }
    before.current = color;
  };

  return (
    <section className="card stack">
      <h2 className="h2">Card Background</h2>
      <div className="short">
        <ColorField form={form} name="cardColor" label="Primary color" onPicked={handlePicked} />
      </div>
      <fieldset>
        <legend className="flabel style-legend">Background style</legend>
        <div className="swatches">
          {gradientTypes.map((type) => (
            <label className="swatch" key={type}>
              <input type="radio" className="sr" value={type} {...form.register('gradientType')} />
              <Chip type={type} cardColor={cardColor} />
              <span className="micro">{gradientLabels[type]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {gradientType === 'custom' && <CustomGradient form={form} />}
    </section>
  );
}

function Chip({ type, cardColor }: { type: GradientType; cardColor: string }) {
  const { background } = paintCard({ ...defaultCustomization, gradientType: type, cardColor });
  return (
    <span className="chip" style={{ backgroundImage: background, '--a': cardColor, '--b': '#e5e7eb' }}>
      <i />
      <i />
    </span>
  );
}

function CustomGradient({ form }: { form: UseFormReturn<SettingsForm> }) {
  return (
    <Field
      label="Custom CSS gradient"
      hint="Write a valid CSS linear or radial gradient, for example linear-gradient(135deg, #0f172a, #14532d)"
      error={form.formState.errors.customGradient?.message}
    >
      {(attributes) => (
        <textarea
          className="input mono"
          spellCheck={false}
          {...attributes}
          {...form.register('customGradient')}
        />
      )}
    </Field>
  );
}
