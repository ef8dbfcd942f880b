import { lamportsToSol, solToLamports } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import type { RouteReply } from '#contract/routes.ts';
import { type Donation, missingLamports } from '#server/domain/donation.ts';
import { Permanent } from './outside.ts';
import type { Ports } from './ports.ts';

/**
 * Pays a donation from the sandbox's faucet: the amount, or what the donor chose, or what is missing to the minimum.
 * Throws `Problem`: `sandbox_only` off the sandbox, `donation_not_found`, `invalid_request` when nothing is missing,
 * `amount_not_payable` below what the chain lets stand on a new address.
 */
export async function sandboxPay(
  ports: Pick<Ports, 'donations' | 'faucet'>,
  { donationId, amount }: { donationId: string; amount?: number | undefined },
): Promise<RouteReply<'sandboxPay'>> {
  if (ports.faucet === null) throw new Problem('sandbox_only');
  const donation = await ports.donations.find(donationId);
  if (donation === null) throw new Problem('donation_not_found');
  const lamports = amount === undefined ? wantedLamports(donation) : solToLamports(amount);
  if (lamports <= 0n) {
    throw new Problem(
      'invalid_request',
      `This donation is already paid with ${lamportsToSol(donation.receivedLamports)} SOL.`,
    );
  }
  try {
    return { signature: await ports.faucet.pay(donation.address, lamports) };
  } catch (error) {
    if (error instanceof Permanent) throw new Problem('amount_not_payable');
    throw error;
  }
}

/** What the payment link asks for: what the donor chose, until a part has come. */
function wantedLamports(donation: Donation): bigint {
  const { askedLamports, receivedLamports } = donation;
  return askedLamports !== null && receivedLamports === 0n ? askedLamports : missingLamports(donation);
}
