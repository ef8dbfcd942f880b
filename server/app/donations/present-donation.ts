import {
  anonymousName,
  deletedStreamer,
  type DonationStatus,
  type ListedDonation,
  type PublicDonation,
  type SettledHow,
} from '#contract/donation.ts';
import type { ShownDonation } from '#contract/events.ts';
import { currencyDigits, type FiatAmount, microsToDecimal, minorToDecimal } from '#contract/fiat.ts';
import { lamportsToSol, lamportsToSolString } from '#contract/lamports.ts';
import {
  type DonationToken,
  formatTokens,
  type Token,
  type TokenSum,
  unitsToTokens,
} from '#contract/tokens.ts';
import {
  type BlockMatch,
  type ChainEntry,
  type Clip,
  type Donation,
  missingLamports,
  type PaidValue,
  paymentsOf,
  statusOf,
} from '#server/domain/donation.ts';
import { missingUnits, type TokenSide, tokenPaymentsOf } from '#server/domain/token-side.ts';
import { isRemovedName } from '#contract/removed-name.ts';
import type { Streamer } from '#server/app/account-ports.ts';
import { presentOnStream, type StreamOutlook } from './stream-outlook.ts';
import type { ReceivedToken } from '#server/app/token-ports.ts';

const mostToldPayments = 20;

/** Where a clip is heard, from any page of ours; null when there is none. Whoever knows the name may hear it. */
export function clipUrl(clip: Clip | null): string | null {
  return clip === null ? null : clipPath(clip.name);
}

/** The path under which the file of that name is served. */
export function clipPath(name: string): string {
  return `/clips/${name}`;
}

/** How long a clip plays, in seconds. */
function clipSeconds(clip: Clip | null): number | null {
  return clip === null ? null : clip.durationMs / 1000;
}

/** What payments were worth, in words of the contract. */
export function presentValue(value: PaidValue | null): FiatAmount | null {
  if (value === null) return null;
  const { currency, minor, priceMicros } = value;
  return {
    currency,
    value: minorToDecimal(minor, currencyDigits(currency)),
    price: microsToDecimal(priceMicros),
  };
}

/** What came of a token, in words of the contract. */
export function presentToken({ mint, symbol, decimals, units }: ReceivedToken): TokenSum {
  return { mint, symbol, decimals, amount: unitsToTokens(units, decimals) };
}

/** What came in the token that a donation is paid in; null: SOL. */
export function receivedTokenOf({ token }: Pick<Donation, 'token'>): ReceivedToken | null {
  return token && { ...tokenOf(token), units: token.receivedUnits };
}

/** A payment in whatever a donation is paid in. */
interface ToldPayment {
  signature: string;
  at: Date;
  isFinal: boolean;
  /** In the smallest unit. */
  units: bigint;
  /** In words of the contract. */
  amount: string;
}

/**
 * The payments that are told, oldest first: of many the largest, for anybody may send dust without end, and each one more is
 * told to everybody. None once the texts of the donation are removed: they lead to who paid.
 */
export function toldPaymentsOf(donation: Pick<Donation, 'donatorName' | 'entries' | 'token'>): ToldPayment[] {
  if (isRemovedName(donation.donatorName)) return [];
  const payments = listPayments(donation);
  if (payments.length <= mostToldPayments) return payments;
  const bySize = payments.toSorted((a, b) => Number(b.units - a.units));
  const told = new Set(bySize.slice(0, mostToldPayments));
  return payments.filter((payment) => told.has(payment));
}

function listPayments(donation: Pick<Donation, 'entries' | 'token'>): ToldPayment[] {
  const { token } = donation;
  if (token === null) return paymentsOf(donation).map(toldInSol);
  return tokenPaymentsOf(token).map(({ signature, blockTime, finalized, units }) => ({
    signature,
    at: blockTime,
    isFinal: finalized,
    units,
    amount: unitsToTokens(units, token.decimals),
  }));
}

function toldInSol({ signature, blockTime, finalized, lamports }: ChainEntry): ToldPayment {
  return {
    signature,
    at: blockTime,
    isFinal: finalized,
    units: lamports,
    amount: lamportsToSolString(lamports),
  };
}

/** Signatures of the payments that are told, in whatever it is paid in, oldest first. */
export function paymentSignaturesOf(donation: Pick<Donation, 'donatorName' | 'entries' | 'token'>): string[] {
  return toldPaymentsOf(donation).map(({ signature }) => signature);
}

/** The columns that a row of the streamer's list needs. */
export interface ListedColumns {
  id: string;
  donatorName: string;
  receivedLamports: bigint;
  message: string;
  status: DonationStatus;
  createdAt: Date;
  shownAt: Date | null;
  settledHow: SettledHow | null;
  late: boolean;
  transferSignature: string | null;
  blockedAt: Date | null;
  value: PaidValue | null;
  blockedFor: BlockMatch | null;
  hidesName: boolean;
  hidesAmount: boolean;
  clip: Clip | null;
  /** What it is paid in; null: SOL. */
  token: ReceivedToken | null;
  /** Left out where it has not been read. */
  waiting?: ListedDonation['waiting'];
}

/** A row of the streamer's list. Signatures of transfers appear once the transfer is final. */
export function presentListed(donation: ListedColumns): ListedDonation {
  return {
    id: donation.id,
    amount: lamportsToSol(donation.receivedLamports),
    fiat: presentValue(donation.value),
    message: donation.message,
    status: donation.status,
    createdAt: donation.createdAt.toISOString(),
    isShown: donation.shownAt !== null,
    settledHow: donation.settledHow,
    late: donation.late,
    isBlocked: donation.blockedAt !== null,
    blockedFor: presentBlockedFor(donation.blockedFor),
    hidesName: donation.hidesName,
    hidesAmount: donation.hidesAmount,
    mediaUrl: clipUrl(donation.clip),
    mediaDuration: clipSeconds(donation.clip),
    transferSignature: donation.transferSignature,
    ...(donation.waiting !== undefined && { waiting: donation.waiting }),
    ...(donation.token !== null && { token: presentToken(donation.token) }),
    ...presentTexts(donation.donatorName),
  };
}

/** By which entry of the block list a donation is kept off the stream. */
export function presentBlockedFor(match: BlockMatch | null): ListedDonation['blockedFor'] {
  return match && { id: match.blockId, kind: match.kind, value: match.value };
}

/** The same from a whole donation. */
export function presentDonation(donation: Donation): ListedDonation {
  return presentListed({ ...donation, token: receivedTokenOf(donation), status: statusOf(donation) });
}

/** What the donor's own page shows; nothing of the streamer but name, public code and what becomes of it on stream. */
export function presentPublic(
  donation: Donation,
  streamer: Pick<Streamer, 'username' | 'donationCode' | 'deletedAt'>,
  outlook: StreamOutlook,
): PublicDonation {
  const payments = toldPaymentsOf(donation);
  return {
    id: donation.id,
    linkCode: streamer.donationCode,
    streamerName: streamer.deletedAt === null ? streamer.username : deletedStreamer,
    ...presentTexts(donation.donatorName),
    message: donation.message,
    walletAddress: donation.address,
    status: statusOf(donation),
    minAmount: lamportsToSol(donation.token === null ? donation.minLamports : 0n),
    askedAmount: donation.askedLamports === null ? null : lamportsToSol(donation.askedLamports),
    amount: lamportsToSol(donation.receivedLamports),
    missingAmount: lamportsToSol(donation.token === null ? missingLamports(donation) : 0n),
    fiat: presentValue(donation.value),
    hidesName: donation.hidesName,
    hidesAmount: donation.hidesAmount,
    createdAt: donation.createdAt.toISOString(),
    expiresAt: donation.expiresAt.toISOString(),
    paidAt: donation.paidAt?.toISOString() ?? null,
    shownOnStreamAt: donation.settledHow === 'overlay' ? (donation.shownAt?.toISOString() ?? null) : null,
    late: donation.late,
    hasAudio: donation.hasClip,
    mediaUrl: clipUrl(donation.clip),
    onStream: presentOnStream(donation, outlook),
    paymentSignatures: payments.map(({ signature }) => signature),
    paymentAmounts: payments.map(({ amount }) => amount),
    transferSignature: donation.transferSignature,
    ...(donation.token !== null && { token: presentTokenSide(donation.token) }),
  };
}

/** The token side of a donation as its donor sees it. */
export function presentTokenSide(token: Omit<TokenSide, 'entries'>): DonationToken {
  const { account, minimumUnits, askedUnits, receivedUnits, decimals } = token;
  return {
    ...tokenOf(token),
    account,
    minAmount: unitsToTokens(minimumUnits, decimals),
    askedAmount: askedUnits === null ? null : unitsToTokens(askedUnits, decimals),
    amount: unitsToTokens(receivedUnits, decimals),
    missingAmount: unitsToTokens(missingUnits(token), decimals),
  };
}

function tokenOf({ mint, symbol, decimals }: Token): Token {
  return { mint, symbol, decimals };
}

/** A donor's name, or that it was removed with the message. */
function presentTexts(donatorName: string): { donatorName: string; textsRemoved?: true } {
  if (!isRemovedName(donatorName)) return { donatorName };
  return { donatorName: donatorName.trim(), textsRemoved: true };
}

/** A donor's name for whoever knows nothing of removed ones: the stream, and the programs of a streamer. */
export function nameForOthers({ donatorName }: Pick<Donation, 'donatorName'>): string {
  return isRemovedName(donatorName) ? anonymousName : donatorName;
}

/**
 * What the overlay's card shows. What the donor hides does not leave the server, and neither does the donation's id then:
 * by it anyone may ask for name and amount. Such a card goes by its alert.
 */
export function presentShown(
  alertId: string,
  donation: Pick<
    ListedColumns,
    | 'id'
    | 'donatorName'
    | 'receivedLamports'
    | 'message'
    | 'clip'
    | 'value'
    | 'hidesName'
    | 'hidesAmount'
    | 'token'
  >,
): ShownDonation {
  const { hidesName, hidesAmount, token } = donation;
  return {
    id: hidesName || hidesAmount ? alertId : donation.id,
    alertId,
    donatorName: hidesName ? anonymousName : nameForOthers(donation),
    amount: hidesAmount ? 0 : lamportsToSol(donation.receivedLamports),
    ...(hidesAmount && { isAmountHidden: true }),
    ...(token !== null && !hidesAmount && { tokenAmount: formatTokens(token.units, token) }),
    fiat: hidesAmount ? null : presentValue(donation.value),
    message: donation.message,
    mediaUrl: clipUrl(donation.clip),
    mediaType: donation.clip === null ? null : 'audio',
    mediaDuration: clipSeconds(donation.clip),
  };
}
