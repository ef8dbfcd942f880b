import { usePlace } from '#web/lib/place.ts';
import { readDonateAddress } from './donate-address.ts';

/** What the page's own address names; nothing where it names none. */
export function useDonateAddress(): { linkCode: string; donationId: string } {
  const { linkCode = '', donationId } = readDonateAddress(usePlace().pathname) ?? {};
  return { linkCode, donationId: donationId ?? '' };
}
