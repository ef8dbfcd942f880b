import { useState } from 'react';
import { useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { ChoiceField } from '#web/ui/choice-field.tsx';
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
    setWanted(timeZone);
    await changeAccount({ timeZone });
    setWanted(null);
  };
  return (
    <ChoiceField
      label={words.timeZone}
      hint={words.timeZoneHint}
      value={wanted ?? user.timeZone}
      choices={names.map((name) => ({ value: name, label: name }))}
      busy={wanted !== null}
      onPick={(timeZone) => void handlePick(timeZone)}
    />
  );
}
