import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { Field } from '#web/ui/field.tsx';
import { useChangeAccount } from './use-change-account.ts';

const known = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];

/** Decides what 'Today' means. Saved when another one is picked. */
export function TimeZone() {
  const words = texts('settings').overlay;
  const user = useUser();
  const changeAccount = useChangeAccount();
  const [wanted, setWanted] = useState<string | null>(null);
  const names = known.includes(user.timeZone) ? known : [user.timeZone, ...known];

  const handlePick = async (timeZone: string) => {
    // Never disabled, which would take the focus away.
    if (wanted !== null) return;
    setWanted(timeZone);
    await changeAccount({ timeZone });
    setWanted(null);
  };
  return (
    <Field label={words.timeZone} hint={words.timeZoneHint}>
      {(attributes) => (
        <span className="with-end">
          <select
            className="input"
            {...attributes}
            value={wanted ?? user.timeZone}
            aria-disabled={wanted !== null}
            onChange={(event) => void handlePick(event.currentTarget.value)}
          >
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <span className="end">
            <ChevronDown className="i s" />
          </span>
        </span>
      )}
    </Field>
  );
}
