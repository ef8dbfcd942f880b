import { Problem } from '#contract/problem.ts';
import type { Ports } from '#server/app/ports.ts';

/**
 * Refuses what can be nobody's own wallet. Throws `Problem`: `address_not_payable`, and `address_of_donation` because what
 * is sent there would be a donation.
 */
export async function checkOwnWallet(
  { chain, donations }: Pick<Ports, 'chain' | 'donations'>,
  address: string,
): Promise<void> {
  if (!(await chain.isWallet(address))) throw new Problem('address_not_payable');
  if ((await donations.findByAddress(address)) !== null) throw new Problem('address_of_donation');
}
