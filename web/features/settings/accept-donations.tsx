import { useState } from 'react';
import { useUser } from '#web/lib/session.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { useChangeAccount } from './use-change-account.ts';

/** Opens and closes the donation page. Takes effect at once. */
export function AcceptDonations() {
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
      label="Accept donations"
      hint="When off, your donation page says that the link is disabled."
      checked={wanted ?? user.acceptingDonations}
      disabled={wanted !== null}
      onChange={(on) => void handleChange(on)}
    />
  );
}
