import { Problem } from '#contract/problem.ts';
import type { RouteReply } from '#contract/routes.ts';
import { assertEnough, assertPayable } from './build-payment.ts';
import type { PaymentPorts } from '#server/app/payment-ports.ts';
import type { Ports } from '#server/app/ports.ts';

/** What a wallet signed, in base64. `client` is the network that sends it. */
interface SignedWish {
  donationId: string;
  transaction: string;
  client: string;
}

/**
 * Sends a donor's signed transfer by our own nodes. The same bytes again are answered with the same signature, also
 * when the donation is long paid by them. Bytes that were sent before are not judged anew by the donation's state; when
 * the chain took them back they are sent again.
 *
 * Marks nothing as paid: only reading the chain does, and that is made due at once.
 *
 * Throws `Problem`: `donation_not_found`, `payment_unreadable`, `payment_unsigned`, `payment_changed`,
 * `payment_too_small`, those of `assertPayable`, and what the chain says. Then nothing was
 * paid.
 */
export async function sendPayment(
  ports: Pick<Ports, 'donations' | 'payments' | 'clock'>,
  { donationId, transaction, client }: SignedWish,
): Promise<RouteReply<'sendPayment'>> {
  const donation = await ports.donations.find(donationId);
  if (donation === null) throw new Problem('donation_not_found');
  const transfer = await ports.payments.chain.read(readBase64(transaction));
  const { signature } = transfer;
  if (transfer.destination !== donation.address) throw new Problem('payment_changed');
  const known = donation.entries.find((entry) => entry.signature === signature);
  if (known?.succeeded === true && !known.dropped) return { signature, state: 'seen' };
  // Refused now, these bytes may land all the same, and the donor would pay once more.
  const mayLand = known?.dropped === true || ports.payments.chain.isUnderway(signature);
  if (!mayLand) {
    assertPayable(donation, ports.clock.now());
    assertEnough(donation, transfer.lamports);
  }
  const state = await ports.payments.chain.send(transfer, client);
  await makeDue(ports.payments, donation.id);
  return { signature, state };
}

/** What became of the payment is known and is to be said; the address is read in its turn anyway. */
async function makeDue(payments: PaymentPorts, donationId: string): Promise<void> {
  try {
    await payments.lookNow(donationId);
  } catch (error) {
    process.emitWarning(`Donation ${donationId} was not made due to be read: ${String(error)}`);
  }
}

/** Only the one right spelling: what decoders forgive, nobody has signed. Throws `Problem('payment_unreadable')`. */
function readBase64(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Problem('payment_unreadable');
  return bytes;
}
