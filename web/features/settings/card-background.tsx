import Plus from 'lucide-react/icons/plus';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { type GradientType, gradientTypes, safeGradient } from '#contract/gradient.ts';
import { hexColor } from '#contract/style.ts';
import { texts } from '#web/texts/texts.ts';
import { defaultCustomization, paintCard } from '#web/ui/card-style.ts';
import { Field } from '#web/ui/field.tsx';
import { ColorField } from './color-field.tsx';
import { ringColors } from './ring-colors.ts';
import type { SettingsForm } from './settings-form.ts';

const exampleGradient = 'linear-gradient(135deg, #0f172a, #14532d)';

/** Primary colour, the twelve background styles, and the custom gradient where that is chosen. */
export function CardBackground({ form }: { form: UseFormReturn<SettingsForm> }) {
  const words = texts('settings').card;
  const { control } = form;
  const cardColor = useWatch({ control, name: 'cardColor' });
  const gradientType = useWatch({ control, name: 'gradientType' });
  const before = useRef(cardColor);
  // However it came into the form: also where another tab has saved it.
  useEffect(() => {
    if (hexColor.safeParse(cardColor).success) before.current = cardColor;
  }, [cardColor]);

  // The name keeps following the primary colour for as long as it was the same; half-typed colours it does not follow.
  const handlePicked = (color: string) => {
    if (!hexColor.safeParse(color).success) return;
    if (form.getValues('nameColor').toLowerCase() === before.current.toLowerCase()) {
      form.setValue('nameColor', color, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    }
  };

  return (
    <section className="card stack" aria-labelledby="card-background">
      <h2 className="h2" id="card-background">
        {words.heading}
      </h2>
      <div className="short">
        <ColorField form={form} name="cardColor" label={words.primary} onPicked={handlePicked} />
      </div>
      <fieldset>
        <legend className="flabel style-legend">{words.style}</legend>
        <div className="swatches">
          {gradientTypes.map((type) => (
            <label className="swatch" key={type}>
              <input type="radio" className="sr" value={type} {...form.register('gradientType')} />
              <Chip type={type} cardColor={cardColor} />
              <span className="micro">{words.styles[type]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {gradientType === 'custom' && <CustomGradient form={form} />}
    </section>
  );
}

/** Ground and ring of a style; a plus where the streamer writes their own. */
function Chip({ type, cardColor }: { type: GradientType; cardColor: string }) {
  if (type === 'custom') {
    return (
      <span className="chip own">
        <Plus className="i" />
      </span>
    );
  }
  const paint = paintCard({ ...defaultCustomization, gradientType: type, cardColor });
  const [first, second] = ringColors(paint);
  return (
    <span className="chip" style={{ backgroundImage: paint.background, '--a': first, '--b': second }}>
      <i />
      <i />
    </span>
  );
}

function CustomGradient({ form }: { form: UseFormReturn<SettingsForm> }) {
  const words = texts('settings').card;
  const typed = useWatch({ control: form.control, name: 'customGradient' });
  return (
    <>
      <Field
        label={words.custom}
        hint={words.customHint(exampleGradient)}
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
      {/* It is saved as typed all the same (spec §5). */}
      <div role="status">
        {isNoGradient(typed) && (
          <div className="note warn">
            <TriangleAlert className="i" />
            <p>{words.customUnusable}</p>
          </div>
        )}
      </div>
    </>
  );
}

/** Whether cards would show the usual ground in its place: it is not only gradients, or the browser knows no such ones. */
function isNoGradient(typed: string): boolean {
  if (typed.trim() === '') return false;
  const gradient = safeGradient(typed);
  return gradient === null || !CSS.supports('background-image', gradient);
}
