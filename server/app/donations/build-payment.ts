import { solToLamports } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import type { RouteReply } from '#contract/routes.ts';
import { type Donation, missingLamports, statusOf } from '#server/domain/donation.ts';
import type { Ports } from '#server/app/ports.ts';

/** A wallet that wants to pay. `amount` is SOL; `client` is the network that asks. */
interface PaymentWish {
  donationId: string;
  payer: string;
  amount: number;
  client: string;
}

/**
 * Builds the transfer of a donor for their wallet to sign. Nothing is stored: what comes back signed is judged by what
 * it does.
 *
 * Throws `Problem`: `donation_not_found`, those of `assertPayable`, `payment_too_small`, and what the chain says.
 */
export async function buildPayment(
  ports: Pick<Ports, 'donations' | 'payments' | 'clock'>,
  { donationId, payer, amount, client }: PaymentWish,
): Promise<RouteReply<'buildPayment'>> {
  const donation = await ports.donations.find(donationId);
  if (donation === null) throw new Problem('donation_not_found');
  assertPayable(donation, ports.clock.now());
  const lamports = solToLamports(amount);
  assertEnough(donation, lamports);
  const transfer = { payer, destination: donation.address, lamports };
  const transaction = await ports.payments.chain.build(transfer, client);
  return { transaction: Buffer.from(transaction).toString('base64') };
}

/**
 * Only what still waits for its money is paid by a wallet. Throws `Problem`: `donation_already_paid`,
 * `donation_expired`, `donation_failed`, `paid_in_a_token`: what is built here is a transfer of SOL.
 */
export function assertPayable(donation: Donation, now: Date): void {
  if (donation.token !== null) throw new Problem('paid_in_a_token');
  const status = statusOf(donation);
  if (status === 'FAILED') throw new Problem('donation_failed');
  if (status === 'EXPIRED') throw new Problem('donation_expired');
  if (status !== 'PENDING') throw new Problem('donation_already_paid');
  if (now >= donation.expiresAt) throw new Problem('donation_expired');
}

/** A payment must reach the minimum together with what came before. Throws `Problem('payment_too_small')`. */
export function assertEnough(donation: Donation, lamports: bigint): void {
  if (lamports < missingLamports(donation)) throw new Problem('payment_too_small');
}
