import { statusLabels } from '#contract/donation.ts';
import type { RouteInput } from '#contract/routes.ts';
import { unitsToTokens } from '#contract/tokens.ts';
import { csvLine } from '#server/app/csv-line.ts';
import type { ExportedDonation } from '#server/app/donation-reads.ts';
import type { Ports } from '#server/app/ports.ts';
import { presentValue } from './present-donation.ts';
import { filterFrom } from './search-donations.ts';

/** Spreadsheets take a file for UTF-8 only if it begins with this. */
const byteOrderMark = '\ufeff';

/**
 * Every column by its head. Times are ISO 8601 in UTC; amounts are SOL with all nine decimals, and amounts of tokens are
 * exact. The value's cells are empty where no price was known when it was paid, those about a token where it was paid in SOL.
 */
const columns = {
  Id: ({ id }) => id,
  Created: ({ createdAt }) => createdAt.toISOString(),
  Paid: ({ paidAt }) => paidAt?.toISOString() ?? '',
  Donor: ({ donatorName, textsRemovedAt }) => (textsRemovedAt === null ? donatorName : ''),
  Message: ({ message }) => message,
  Status: ({ status }) => statusLabels[status],
  'Amount SOL': ({ receivedLamports }) => nineDecimals(receivedLamports),
  'Minimum SOL': ({ minLamports, token }) => (token === null ? nineDecimals(minLamports) : ''),
  Late: ({ late }) => (late ? 'yes' : 'no'),
  Address: ({ address }) => address,
  'Payment signatures': ({ paymentSignatures }) => paymentSignatures.join(' '),
  'Transfer signature': ({ transferSignature }) => transferSignature ?? '',
  'Shown how': ({ settledHow }) => settledHow ?? '',
  'Value when paid': ({ value }) => presentValue(value)?.value ?? '',
  'Value currency': ({ value }) => value?.currency ?? '',
  'Price of 1 SOL': ({ value }) => presentValue(value)?.price ?? '',
  Blocked: blockedWords,
  'Texts removed': ({ textsRemovedAt }) => textsRemovedAt?.toISOString() ?? '',
  'Hidden on stream': ({ hidesName, hidesAmount }) =>
    [...(hidesName ? ['name'] : []), ...(hidesAmount ? ['amount'] : [])].join(' '),
  'Chosen SOL': ({ askedLamports }) => (askedLamports === null ? '' : nineDecimals(askedLamports)),
  Token: ({ token }) => token?.symbol ?? '',
  'Amount token': ({ token }) => (token === null ? '' : unitsToTokens(token.units, token.decimals)),
  'Minimum token': ({ token, tokenMinimumUnits }) =>
    token === null ? '' : unitsToTokens(tokenMinimumUnits ?? 0n, token.decimals),
  'Token mint': ({ token }) => token?.mint ?? '',
} as const satisfies Record<string, (donation: ExportedDonation) => string>;

/**
 * All of a streamer's donations that are wanted as CSV, newest first, piece by piece: each is made when the last one has gone.
 * The first piece comes with the first donations, so that a failure to read any is still told in words.
 */
export async function* exportDonations(
  ports: Pick<Ports, 'donations'>,
  userId: string,
  query: RouteInput<'exportDonations'>['query'],
): AsyncGenerator<string, void> {
  let head = byteOrderMark + csvLine(Object.keys(columns));
  for await (const donations of ports.donations.readAll(userId, filterFrom(query))) {
    yield head + donations.map(toLine).join('');
    head = '';
  }
  if (head !== '') yield head;
}

function toLine(donation: ExportedDonation): string {
  return csvLine(Object.values(columns).map((cellOf) => cellOf(donation)));
}

/** Empty, 'by hand', or the entry of the block list that did it. */
function blockedWords({ isBlocked, blockKind, blockValue }: ExportedDonation): string {
  if (!isBlocked) return '';
  return blockKind === null ? 'by hand' : `${blockKind}: ${blockValue}`;
}

function nineDecimals(lamports: bigint): string {
  const digits = lamports.toString().padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
}
