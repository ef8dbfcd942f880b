import type { Token } from '#contract/tokens.ts';
import { applyPayments, type Donation } from './donation.ts';
import { applySwept } from './passing-on.ts';
import {
  type Entry,
  lastOutflowAmong,
  mergeEntries,
  takeBackAmong,
  paymentsAmong,
  paymentThatReached,
  sumOf,
} from './entries.ts';
import { type Passable, passableAmong } from './passable.ts';

/** One transaction that moved the token account of a donation. `units` is signed. */
export interface TokenEntry extends Entry {
  units: bigint;
}

/** The side of a donation that is paid in a token (docs/decisions/044). Units are the smallest that there are of it. */
export interface TokenSide extends Token {
  /** The associated token account of the donation's address. */
  account: string;
  minimumUnits: bigint;
  /** What the donor chose to pay; null: the minimum. It decides about nothing. */
  askedUnits: bigint | null;
  receivedUnits: bigint;
  entries: readonly TokenEntry[];
}

/** A donation that is paid in a token. */
export type TokenDonation = Donation & { token: TokenSide };

/** Units in the account by our books. */
export function balanceUnits({ entries }: Pick<TokenSide, 'entries'>): bigint {
  return sumOf(entries, unitsOf);
}

/** The payments in a token, oldest first. */
export function tokenPaymentsOf({ entries }: Pick<TokenSide, 'entries'>): TokenEntry[] {
  return paymentsAmong(entries, unitsOf);
}

/** What is still missing to the minimum; 0 once it is reached. */
export function missingUnits({
  minimumUnits,
  receivedUnits,
}: Pick<TokenSide, 'minimumUnits' | 'receivedUnits'>): bigint {
  return receivedUnits >= minimumUnits ? 0n : minimumUnits - receivedUnits;
}

/** Whether anything came for a donation, in what it is paid in. */
export function hasReceived({ receivedLamports, token }: Donation): boolean {
  return (token === null ? receivedLamports : token.receivedUnits) > 0n;
}

/** A donation after its token account was read: the rules of `applyEntries`. Returns the same object when nothing changed. */
export function applyTokenEntries(donation: Donation, seen: readonly TokenEntry[], now: Date): Donation {
  const { token } = donation;
  if (token === null) return donation;
  const span = { since: donation.createdAt, now };
  const isSameAmount = (a: TokenEntry, b: TokenEntry): boolean => a.units === b.units;
  return withTokenEntries(donation, mergeEntries(token.entries, seen, { ...span, isSameAmount }), now);
}

/** The same for what no node has: the rules of `takeBackEntries`. */
export function takeBackTokenEntries(
  donation: Donation,
  signatures: ReadonlySet<string>,
  now: Date,
): Donation {
  const entries = donation.token?.entries ?? [];
  return withTokenEntries(donation, takeBackAmong(entries, signatures), now);
}

function withTokenEntries(donation: Donation, entries: readonly TokenEntry[], now: Date): Donation {
  const { token } = donation;
  if (token === null || entries === token.entries) return donation;
  const payments = tokenPaymentsOf({ entries });
  const receivedUnits = payments.reduce((sum, { units }) => sum + units, 0n);
  const reachedAt = paymentThatReached(payments, unitsOf, token.minimumUnits)?.blockTime ?? null;
  return applyPayments(
    { ...donation, token: { ...token, entries, receivedUnits } },
    { reachedAt, isMoneyThere: balanceUnits({ entries }) > 0n },
    now,
  );
}

/**
 * What of the tokens may be passed on: the rules of `passableOf`. Less than the minimum does not go in part, for the house
 * pays for each transfer.
 */
export function passableUnitsOf({ paidAt, expiredAt, token }: Donation): Passable | null {
  const decidedAt = paidAt ?? expiredAt;
  if (token === null || decidedAt === null) return null;
  return passableAmong(token.entries, unitsOf, { decidedAt, leastPart: token.minimumUnits });
}

/** The final transfer that took tokens from the account last. */
export function lastTokenOutflowOf({ entries }: Pick<TokenSide, 'entries'>): TokenEntry | undefined {
  return lastOutflowAmong(entries, unitsOf);
}

/** Whether tokens went by a final transfer that the donation does not know as its own yet: as `isEndUnstated`. */
export function isTokenEndUnstated({ paidAt, expiredAt, sweptAt, token }: Donation): boolean {
  if (token === null || sweptAt !== null || (paidAt === null && expiredAt === null)) return false;
  return balanceUnits(token) === 0n && lastTokenOutflowOf(token) !== undefined;
}

/** A donation whose token account is empty: swept, if the transfer that took tokens last is that one. */
export function applyTokensGone(donation: Donation, passedOnBy: string): Donation {
  if (donation.token === null || balanceUnits(donation.token) !== 0n) return donation;
  const outflow = lastTokenOutflowOf(donation.token);
  return outflow?.signature === passedOnBy ? applySwept(donation, passedOnBy, outflow.blockTime) : donation;
}

function unitsOf({ units }: TokenEntry): bigint {
  return units;
}
