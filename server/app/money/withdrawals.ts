import { lamportsToSol, solToLamports } from '#contract/lamports.ts';
import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { Streamer } from '#server/app/account-ports.ts';
import { answerWithin } from '#server/app/answer-within.ts';
import { isUuid } from '#server/app/is-uuid.ts';
import { Transient } from '#server/app/outside.ts';
import type { Ports } from '#server/app/ports.ts';
import { getSignedIn } from '#server/app/accounts/present-user.ts';
import { proveIdentity } from '#server/app/accounts/prove-identity.ts';
import { checkOwnWallet } from './check-own-wallet.ts';
import { presentWithdrawal } from './wallet.ts';
import type { NewWithdrawal, StoredWithdrawal, WithdrawalRequest } from '#server/app/wallet-ports.ts';

/** Less than pages wait for a call. */
const patienceMs = 4000;

type Asking = Pick<Ports, 'streamers' | 'donations' | 'chain' | 'wallet'>;
type Order = RouteInput<'withdraw'>['body'];

/**
 * What a withdrawal would cost and leave, by the chain as it is now. Nothing is stored.
 *
 * Throws `Problem`: those of `checkOwnWallet`, `withdrawal_to_own_wallet`, those of `judgeWithdrawal`, and `chain_silent`.
 */
export async function quoteWithdrawal(
  ports: Asking,
  userId: string,
  { address, amount }: RouteInput<'quoteWithdrawal'>['body'],
): Promise<RouteReply<'quoteWithdrawal'>> {
  const streamer = await getSignedIn(ports, userId);
  const destination = address.trim();
  const lamports = amount === null ? null : solToLamports(amount);
  const quote = await quoteFor(ports, streamer, { destination, lamports, unitPrice: null });
  return {
    address: destination,
    amount: lamportsToSol(quote.arrives),
    fee: lamportsToSol(quote.fee),
    remains: lamportsToSol(quote.remains),
    unitPrice: Number(quote.unitPrice),
  };
}

/**
 * Stores a withdrawal as it was quoted, for a worker to carry out. The password is asked for each time, and a code where
 * the second factor is on: what is sent does not come back.
 *
 * The same id again is answered with what became of the first, whatever else is in it; that needs no password, and uses
 * no code up. Throws `Problem` as `quoteWithdrawal` and `proveIdentity` do, `withdrawal_changed` when the quote does not
 * hold any more, and `withdrawal_under_way`. Then nothing is sent.
 */
export async function withdraw(
  ports: Asking & Parameters<typeof proveIdentity>[0] & Pick<Ports, 'settings'>,
  userId: string,
  order: Order,
): Promise<RouteReply<'withdraw'>> {
  const find = () => ports.wallet.withdrawals.find(userId, order.id);
  const known = await find();
  if (known !== null) return presentWithdrawal(known);
  const streamer = await getSignedIn(ports, userId);
  const confirmed = await confirmQuote(ports, streamer, order);
  try {
    await proveIdentity(ports, userId, order);
  } catch (error) {
    // The same order a moment ago may have used the code up.
    const sooner = await find();
    if (sooner !== null) return presentWithdrawal(sooner);
    throw error;
  }
  const made: StoredWithdrawal = await ports.wallet.withdrawals.create({
    ...confirmed,
    id: order.id,
    userId,
    keyEpoch: ports.settings.keyEpoch,
  });
  return presentWithdrawal(made);
}

/** How far a withdrawal is. Throws `Problem('withdrawal_not_found')` also for another's. */
export async function readWithdrawal(
  ports: Pick<Ports, 'wallet'>,
  userId: string,
  id: string,
): Promise<RouteReply<'withdrawal'>> {
  const stored = isUuid(id) ? await ports.wallet.withdrawals.find(userId, id) : null;
  if (stored === null) throw new Problem('withdrawal_not_found');
  return presentWithdrawal(stored);
}

/** The chain must still say what was confirmed; of everything, at least so much. */
async function confirmQuote(
  ports: Asking,
  streamer: Streamer,
  { address, amount, isAll, fee, unitPrice }: Order,
): Promise<Omit<NewWithdrawal, 'id' | 'userId' | 'keyEpoch'>> {
  const wanted = solToLamports(amount);
  const quote = await quoteFor(ports, streamer, {
    destination: address.trim(),
    lamports: isAll ? null : wanted,
    unitPrice: BigInt(unitPrice),
  });
  if (quote.arrives < wanted || quote.fee !== solToLamports(fee)) throw new Problem('withdrawal_changed');
  return {
    destination: address.trim(),
    isAll,
    lamports: quote.arrives,
    feeLamports: quote.fee,
    unitPrice: quote.unitPrice,
    balanceLamports: quote.balance,
  };
}

async function askChain(ports: Asking, streamer: Streamer, asked: WithdrawalRequest) {
  await checkDestination(ports, streamer, asked.destination);
  const quote = await ports.wallet.chain.quote(asked);
  if ('refused' in quote) throw new Problem(quote.refused);
  return quote;
}

async function quoteFor(ports: Asking, streamer: Streamer, asked: Omit<WithdrawalRequest, 'from'>) {
  const from = { path: streamer.keyPath, address: streamer.walletAddress };
  try {
    return await answerWithin(patienceMs, askChain(ports, streamer, { ...asked, from }));
  } catch (error) {
    if (error instanceof Transient) throw new Problem('chain_silent');
    throw error;
  }
}

async function checkDestination(
  ports: Pick<Ports, 'chain' | 'donations'>,
  { walletAddress }: Streamer,
  address: string,
): Promise<void> {
  if (address === walletAddress) throw new Problem('withdrawal_to_own_wallet');
  await checkOwnWallet(ports, address);
}
