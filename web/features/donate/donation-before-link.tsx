import { useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { DonateLink } from './donate-link.tsx';
import { donationBefore } from './last-donation.ts';
import { useDonateAddress } from './use-donate-address.ts';

/**
 * To the donation that was made shortly before in this browser: whoever changed their words, and then paid to the address that
 * their wallet still had, waits here in vain. Nothing where there is none.
 */
export function DonationBeforeLink() {
  const { linkCode, donationId } = useDonateAddress();
  const [id] = useState(() => donationBefore(linkCode, donationId));
  if (id === null) return null;
  return (
    <DonateLink className="btn quiet tap block" to={`/donate/${linkCode}/${encodeURIComponent(id)}`}>
      {texts('donation').payment.paidBefore}
    </DonateLink>
  );
}
