import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { ColorField } from './color-field.tsx';
import { previewOf, type SettingsForm } from './settings-form.ts';
import { ratioText, readableRatio, weakestText } from './text-contrast.ts';

/** Colours of the three texts on the card. */
export function TextColors({ form }: { form: UseFormReturn<SettingsForm> }) {
  return (
    <section className="card stack">
      <h2 className="h2">Text Colors</h2>
      <div className="cols3">
        <ColorField form={form} name="nameColor" label="Name" />
        <ColorField form={form} name="amountColor" label="Amount" />
        <ColorField form={form} name="messageColor" label="Message" />
      </div>
      <ContrastNote form={form} />
    </section>
  );
}

/** Whether all three texts can be read well; the words follow the form. */
function ContrastNote({ form }: { form: UseFormReturn<SettingsForm> }) {
  const values = useWatch({ control: form.control }) as SettingsForm;
  const weakest = weakestText(previewOf(values));
  if (weakest === null) return null;
  const isReadable = weakest.ratio >= readableRatio;
  const Icon = isReadable ? Check : TriangleAlert;
  const ratio = ratioText(weakest.ratio);
  return (
    <div className={isReadable ? 'note good' : 'note warn'} role="status">
      <Icon className="i" />
      <p>
        {isReadable
          ? `All three are easy to read on this background. The weakest is ${weakest.text} with ${ratio} to 1.`
          : `${weakest.text} is hard to read on this background: ${ratio} to 1, where 4.5 is needed.`}
      </p>
    </div>
  );
}
