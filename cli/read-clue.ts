import { type Address, isAddress, isSignature, type Signature } from '@solana/kit';
import { isUuid } from '#server/app/is-uuid.ts';
import { Misuse } from './refusal.ts';

/** What a donor can name of a payment. */
export type Clue = { donationId: string } | { signature: Signature } | { address: Address };

/**
 * What somebody has pasted: a donation's id, a signature or an address, by itself or in a link: that of the donation's page, of
 * an explorer, or for a wallet. Throws `Misuse` where none of them is in it.
 */
export function readClue(given: string): Clue {
  const words = given.split(/[^0-9A-Za-z-]+/);
  const donationId = words.find(isUuid);
  if (donationId !== undefined) return { donationId: donationId.toLowerCase() };
  const signature = words.find(isSignature);
  if (signature !== undefined) return { signature };
  const address = words.find(isAddress);
  if (address !== undefined) return { address };
  throw new Misuse(
    `"${given}" names no payment. Give a donation's id, the link of its page (…/donate/CODE/ID), its address, or the ` +
      'signature of a transaction. A link without an id is the same for every donor. See --help.',
  );
}
