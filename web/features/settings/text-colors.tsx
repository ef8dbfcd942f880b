import type { UseFormReturn } from 'react-hook-form';
import { ColorField } from './color-field.tsx';
import type { SettingsForm } from './settings-form.ts';

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
    </section>
  );
}
