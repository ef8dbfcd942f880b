import Check from 'lucide-react/icons/check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { texts } from '#web/texts/texts.ts';
import { ColorField } from './color-field.tsx';
import { hasUnfinishedColor, previewOf, type SettingsForm } from './settings-form.ts';
import { ratioText, readableRatio, weakestText } from './text-contrast.ts';

/** Colours of the three texts on the card. */
export function TextColors({ form }: { form: UseFormReturn<SettingsForm> }) {
  const words = texts('settings').colors;
  return (
    <section className="card stack" aria-labelledby="text-colors">
      <h2 className="h2" id="text-colors">
        {words.heading}
      </h2>
      <div className="cols3">
        <ColorField form={form} name="nameColor" label={words.name} />
        <ColorField form={form} name="amountColor" label={words.amount} />
        <ColorField form={form} name="messageColor" label={words.message} />
      </div>
      <ContrastNote form={form} />
    </section>
  );
}

/** Whether all three texts can be read well; the words follow the form. */
function ContrastNote({ form }: { form: UseFormReturn<SettingsForm> }) {
  const values = useWatch({ control: form.control }) as SettingsForm;
  const { look, Icon, says } = judge(values);
  return (
    <div className={`note ${look}`} role="status">
      <Icon className="i" />
      <p>{says}</p>
    </div>
  );
}

function judge(values: SettingsForm) {
  const words = texts('settings').colors;
  if (hasUnfinishedColor(values)) return { look: '', Icon: Info, says: words.unfinished };
  const weakest = weakestText(previewOf(values));
  if (weakest === null) return { look: '', Icon: Info, says: words.untold };
  const ratio = ratioText(weakest.ratio);
  return weakest.ratio >= readableRatio
    ? { look: 'good', Icon: Check, says: words.readable(words[weakest.text], ratio) }
    : { look: 'warn', Icon: TriangleAlert, says: words.unreadable(words[weakest.text], ratio) };
}
