import { must } from './invariant-broken.ts';
import type { Mirror, SweepRow, WithdrawalRow, WithdrawalTransferRow } from './mirror.ts';
import type { RowChange } from './simulated-database.ts';
import { inflow, type Observed } from './step-invariants.ts';

/** Checks a change to a withdrawal or to one of its transfers, before it is taken into the mirror. */
export function checkWithdrawalChange(
  observed: Observed,
  { table, before, after }: RowChange,
  owner: string,
): void {
  if (after === null) return;
  if (table === 'withdrawals') {
    const was = before as WithdrawalRow | null;
    const is = after as unknown as WithdrawalRow;
    noteClaim(observed, was, is, owner);
    if (was !== null && was.ended_at === null && is.ended_at !== null) checkEnd(observed, is);
    must(was === null || was.ended_at === null || is.ended_at !== null, 'what has ended stays so', is);
  }
  if (table !== 'withdrawal_transfers') return;
  const transfer = after as unknown as WithdrawalTransferRow;
  if (before === null) checkSigned(observed, transfer, owner);
  else checkTransferEnd(observed, transfer);
}

/** A wallet that pays for two things at once could pay for neither. */
export function checkWalletIsFree(mirror: Mirror, userId: string, detail: object): void {
  const wallet = mirror.users.get(userId)?.wallet_address ?? '';
  must(!mirror.paysForSomething(wallet, userId), 'a wallet pays for one thing at a time', detail);
}

/** Whether the streamer's wallet, and not the money itself, pays for a sweep. */
export function isPaidByWallet(mirror: Mirror, { fee_payer, donation_id }: SweepRow): boolean {
  const user = mirror.users.get(mirror.donations.get(donation_id)?.user_id ?? '');
  return fee_payer !== null && fee_payer === user?.wallet_address;
}

function noteClaim(
  { claims }: Observed,
  before: WithdrawalRow | null,
  after: WithdrawalRow,
  owner: string,
): void {
  const isClaim = after.lease_until !== null && after.lease_until !== before?.lease_until;
  if (isClaim) claims.set(after.id, { owner, fence: after.fence });
}

function checkSigned(
  { mirror, chain, claims }: Observed,
  transfer: WithdrawalTransferRow,
  owner: string,
): void {
  const withdrawal = mirror.withdrawals.get(transfer.withdrawal_id);
  must(withdrawal?.ended_at === null, 'nothing is signed for a withdrawal that has ended', transfer);
  const claim = claims.get(transfer.withdrawal_id);
  const isHolder = claim?.owner === owner && claim.fence === withdrawal?.fence;
  must(isHolder, 'only who holds a withdrawal may sign', transfer);
  for (const earlier of mirror.transfersOf(transfer.withdrawal_id)) {
    const isImpossible = chain.canNeverLand(earlier.signature, earlier.last_valid_block_height);
    must(isImpossible, 'a withdrawal is signed anew only when nothing of it can land', transfer);
  }
  checkWalletIsFree(mirror, withdrawal?.user_id ?? '', transfer);
}

function checkTransferEnd({ chain }: Observed, transfer: WithdrawalTransferRow): void {
  const { signature, state, last_valid_block_height } = transfer;
  const isExpired = state === 'expired' && chain.canNeverLand(signature, last_valid_block_height);
  const hasSucceeded = chain.isFinal(signature) && chain.find(signature)?.error === null;
  const hasFailed = chain.isFinal(signature) && chain.find(signature)?.error !== null;
  const isTrue =
    state === 'live' ||
    isExpired ||
    (state === 'landed' && hasSucceeded) ||
    (state === 'failed' && hasFailed);
  must(isTrue, 'a withdrawal ends as the final chain has it', transfer);
}

/** What is told to have been paid is paid, and of what is given up nothing can land any more. */
function checkEnd({ mirror, chain }: Observed, withdrawal: WithdrawalRow): void {
  const transfers = mirror.transfersOf(withdrawal.id);
  if (withdrawal.landed_at !== null) {
    const isPaid = transfers.some(({ state }) => state === 'landed');
    must(isPaid, 'a withdrawal that is said to be paid is paid', withdrawal);
  }
  if (withdrawal.given_up_at === null) return;
  const isOver = transfers.every((row) => chain.canNeverLand(row.signature, row.last_valid_block_height));
  must(isOver, 'nothing is given up that may still land', withdrawal);
}

/** What is wrong with withdrawals once nothing fails any more: each has ended, and was paid once or not at all. */
export function withdrawalProblems({ mirror, chain }: Observed): string[] {
  const { slot } = chain.tip('finalized');
  return [...mirror.withdrawals.values()].flatMap(
    ({ id, destination, ended_at, landed_at, is_all, lamports }) => {
      const payments = chain.history(destination, slot).filter((landed) => inflow(landed, destination) > 0n);
      const landed = mirror.transfersOf(id).find(({ state }) => state === 'landed');
      const arrived = chain.balance(destination, slot);
      const problems = [
        ...(ended_at === null ? ['never ended'] : []),
        ...(payments.length > 1 ? [`was paid ${payments.length} times`] : []),
        ...(arrived === BigInt(landed?.lamports ?? 0) ? [] : [`brought ${arrived} lamports`]),
        ...((landed_at !== null) === (payments.length === 1) ? [] : ['says other than the chain']),
        ...(is_all || landed === undefined || landed.lamports === lamports ? [] : ['paid another amount']),
      ];
      return problems.map((problem) => `withdrawal ${id} ${problem}`);
    },
  );
}
