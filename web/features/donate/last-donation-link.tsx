import { useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { DonateLink } from './donate-link.tsx';
import { lastDonation } from './last-donation.ts';

/** The way back to the donation that was made last in this browser; nothing where there is none. */
export function LastDonationLink({ linkCode }: { linkCode: string }) {
  const [id] = useState(() => lastDonation(linkCode));
  if (id === null) return null;
  return (
    <DonateLink className="btn outline tap" to={`/donate/${linkCode}/${encodeURIComponent(id)}`}>
      {texts('donate').lastDonation}
    </DonateLink>
  );
}
