import { lamportsToSol, solToLamports } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import { tokensToUnits } from '#contract/tokens.ts';
import { type Donation, missingLamports } from '#server/domain/donation.ts';
import { missingUnits, type TokenSide } from '#server/domain/token-side.ts';
import { Permanent } from '#server/app/outside.ts';
import type { Ports } from '#server/app/ports.ts';

/**
 * Pays a donation from the sandbox's faucet: the amount, or what the donor chose, or what is missing to the minimum.
 * Throws `Problem`: `sandbox_only` off the sandbox, `donation_not_found`, `invalid_request` when nothing is missing,
 * `amount_not_payable` below what the chain lets stand on a new address.
 */
export async function sandboxPay(
  ports: Pick<Ports, 'donations' | 'faucet' | 'tokens'>,
  { donationId, amount, tokenAmount }: RouteInput<'sandboxPay'>['body'],
): Promise<RouteReply<'sandboxPay'>> {
  if (ports.faucet === null) throw new Problem('sandbox_only');
  const donation = await ports.donations.find(donationId);
  if (donation === null) throw new Problem('donation_not_found');
  if (donation.token !== null && amount === undefined)
    return await payInToken(ports, donation, donation.token, tokenAmount);
  if (tokenAmount !== undefined) throw new Problem('token_not_accepted');
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

/** Throws `Problem('token_not_accepted')` for any token but the sandbox's own: of others it has none. */
async function payInToken(
  { tokens }: Pick<Ports, 'tokens'>,
  { address }: Donation,
  token: TokenSide,
  amount: string | undefined,
): Promise<RouteReply<'sandboxPay'>> {
  const { faucet } = tokens;
  if (faucet === null || faucet.mint !== token.mint) throw new Problem('token_not_accepted');
  const units = amount === undefined ? wantedUnits(token) : tokensToUnits(amount, token.decimals);
  if (units === null || (amount !== undefined && units === 0n)) throw new Problem('token_amount_refused');
  if (units === 0n) throw new Problem('donation_already_paid');
  try {
    return { signature: await faucet.pay(address, units) };
  } catch (error) {
    if (error instanceof Permanent) throw new Problem('token_amount_refused');
    throw error;
  }
}

function wantedUnits(token: TokenSide): bigint {
  const { askedUnits, receivedUnits } = token;
  return askedUnits !== null && receivedUnits === 0n ? askedUnits : missingUnits(token);
}

/** What the payment link asks for: what the donor chose, until a part has come. */
function wantedLamports(donation: Donation): bigint {
  const { askedLamports, receivedLamports } = donation;
  return askedLamports !== null && receivedLamports === 0n ? askedLamports : missingLamports(donation);
}
