import { lamportsToSol } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import { withdrawalStatusOf, withdrawalTriedMs } from '#server/domain/withdrawal.ts';
import type { Streamer } from '#server/app/account-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import { getSignedIn } from '#server/app/accounts/present-user.ts';
import { readHistory } from './read-wallet-history.ts';
import { soon } from './soon.ts';
import type { ListedPlace, StoredWalletEntry, StoredWithdrawal } from '#server/app/wallet-ports.ts';

/** How long a withdrawal that has ended is still told of. */
const toldMs = 3_600_000;
const usualSize = 25;

/** The generated wallet as its streamer sees it. A balance that no node tells is null, never 0. */
export async function readWallet(
  ports: Pick<Ports, 'streamers' | 'wallet' | 'tokens' | 'clock'>,
  userId: string,
): Promise<RouteReply<'wallet'>> {
  const streamer = await getSignedIn(ports, userId);
  const [balance, onItsWay, withdrawal, tokens] = await Promise.all([
    readBalance(ports, streamer),
    ports.wallet.onItsWay(userId),
    ports.wallet.withdrawals.findLatest(userId, new Date(ports.clock.now().getTime() - toldMs)),
    ports.tokens.store.listKnown(),
  ]);
  return {
    address: streamer.walletAddress,
    balance: balance === null ? null : lamportsToSol(balance),
    onItsWay: lamportsToSol(onItsWay),
    payoutAddress: streamer.payoutAddress,
    withdrawal: withdrawal === null ? null : presentWithdrawal(withdrawal),
    tokens,
  };
}

/**
 * A page of what came and went. Asking for the first page has the chain read on, as far as that is quick; what is
 * stored is answered in any case.
 */
export async function listWalletEntries(
  ports: Pick<Ports, 'streamers' | 'wallet'>,
  userId: string,
  { before, size = usualSize }: RouteInput<'walletEntries'>['query'],
): Promise<RouteReply<'walletEntries'>> {
  const streamer = await getSignedIn(ports, userId);
  const place = before === undefined ? null : placeOf(before);
  const state = (await soon(readHistory(ports.wallet, streamer))) ?? 'unknown';
  const rows = await ports.wallet.history.list(userId, { before: place, limit: size + 1 });
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return {
    data: shown.map(presentEntry),
    next: last === undefined ? null : `${last.slot}.${last.signature}`,
    state,
  };
}

/** A withdrawal as its streamer sees it. */
export function presentWithdrawal(stored: StoredWithdrawal): RouteReply<'withdrawal'> {
  const endedAt = stored.landedAt ?? stored.failedAt ?? stored.givenUpAt;
  return {
    id: stored.id,
    status: withdrawalStatusOf(stored),
    address: stored.destination,
    amount: lamportsToSol(stored.lamports),
    fee: lamportsToSol(stored.feeLamports),
    isAll: stored.isAll,
    createdAt: stored.createdAt.toISOString(),
    triedUntil: new Date(stored.createdAt.getTime() + withdrawalTriedMs).toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    why: stored.givenUpWhy,
    signature: stored.signature,
  };
}

/** The streamer whose wallet it is. */
export async function findStreamerOf({ streamers }: Pick<Ports, 'streamers'>, id: string): Promise<Streamer> {
  const streamer = await streamers.find(id);
  if (streamer === null) throw new Error('A withdrawal belongs to a streamer: the foreign key says so.');
  return streamer;
}

function presentEntry(entry: StoredWalletEntry): RouteReply<'walletEntries'>['data'][number] {
  return {
    signature: entry.signature,
    at: entry.blockTime.toISOString(),
    kind: kindOf(entry),
    amount: lamportsToSol(entry.lamports),
    fee: lamportsToSol(entry.feeLamports),
    succeeded: entry.succeeded,
    ...(entry.donationId !== null && { donationId: entry.donationId }),
    donatorName: entry.donatorName,
    address: entry.withdrawnTo,
  };
}

function kindOf({ donationId, withdrawnTo, lamports }: StoredWalletEntry) {
  if (withdrawnTo !== null) return 'withdrawal';
  if (donationId === null) return 'other';
  return lamports > 0n ? 'donation' : 'donation_fee';
}

/** Throws `Problem('invalid_request')` for what no page has given. */
function placeOf(text: string): ListedPlace {
  const [, slot = '', signature = ''] = /^(\d{1,18})\.([1-9A-HJ-NP-Za-km-z]{64,90})$/.exec(text) ?? [];
  if (signature === '') throw new Problem('invalid_request');
  return { slot: BigInt(slot), signature };
}

/** Lamports of a streamer's wallet, by the reading that all who look share; null when no node tells it soon. */
export async function readBalance(
  { wallet }: Pick<Ports, 'wallet'>,
  { walletAddress }: Pick<Streamer, 'walletAddress'>,
): Promise<bigint | null> {
  return await soon(wallet.chain.balance(walletAddress));
}
