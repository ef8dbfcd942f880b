import { lamportsToSol, solToLamports } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import type { RouteReply } from '#contract/routes.ts';
import { missingLamports } from '#server/domain/donation.ts';
import type { Ports } from './ports.ts';

/**
 * Pays a donation from the sandbox's faucet: the amount, or what is missing to the minimum.
 * Throws `Problem`: `sandbox_only` off the sandbox, `donation_not_found`, `invalid_request` when nothing is missing.
 */
export async function sandboxPay(
  ports: Pick<Ports, 'donations' | 'faucet'>,
  { donationId, amount }: { donationId: string; amount?: number | undefined },
): Promise<RouteReply<'sandboxPay'>> {
  if (ports.faucet === null) throw new Problem('sandbox_only');
  const donation = await ports.donations.find(donationId);
  if (donation === null) throw new Problem('donation_not_found');
  const lamports = amount === undefined ? missingLamports(donation) : solToLamports(amount);
  if (lamports <= 0n) {
    throw new Problem(
      'invalid_request',
      `This donation is already paid with ${lamportsToSol(donation.receivedLamports)} SOL.`,
    );
  }
  return { signature: await ports.faucet.pay(donation.address, lamports) };
}
