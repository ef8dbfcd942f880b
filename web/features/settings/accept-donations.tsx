import { useState } from 'react';
import { useUser } from '#web/lib/session.tsx';
import { texts } from '#web/texts/texts.ts';
import { Switch } from '#web/ui/switch.tsx';
import { useChangeAccount } from './use-change-account.ts';

/** Opens and closes the donation page. Takes effect at once. */
export function AcceptDonations() {
  const words = texts('settings').donations;
  const user = useUser();
  const changeAccount = useChangeAccount();
  const [wanted, setWanted] = useState<boolean | null>(null);

  const handleChange = async (acceptingDonations: boolean) => {
    setWanted(acceptingDonations);
    await changeAccount({ acceptingDonations });
    setWanted(null);
  };
  return (
    <Switch
      label={words.accept}
      hint={words.acceptHint}
      checked={wanted ?? user.acceptingDonations}
      busy={wanted !== null}
      onChange={(on) => void handleChange(on)}
    />
  );
}
