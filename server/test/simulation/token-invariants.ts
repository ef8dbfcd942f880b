import { type ChainTransaction, type Step, tokenRentOf } from './execute-transaction.ts';
import { must } from './invariant-broken.ts';
import type { DonationRow, SweepRow } from './mirror.ts';
import type { LandedTransaction } from './simulated-chain.ts';
import type { Observed } from './step-invariants.ts';

/** The highest fee that the product pays: the network's for two signatures, and its own cap on priority. */
export const highestFeeLamports = 15_000n;

/** Called with every transaction that a node is sent: of tokens its bytes do what its row says, and no more. */
export function checkTokensSent({ mirror, chain }: Observed, transaction: ChainTransaction): void {
  const { signature, keys, steps, feeLamports } = transaction;
  const sweep = mirror.sweeps.get(signature);
  const donation = mirror.donations.get(sweep?.donation_id ?? '');
  if (sweep === undefined || donation?.token_account !== sweep.account) return;
  const { slot } = chain.tip('processed');
  const openedFor = new Map<number, string | undefined>();
  for (const step of steps) {
    must(isOfHouse(step, { keys, sweep }), 'the house pays for a transfer', sweep);
    if (step.kind === 'open') openedFor.set(step.account, keys[step.owner]);
    if (step.kind !== 'give') continue;
    const target = keys[step.to] ?? '';
    const owner = openedFor.get(step.to) ?? chain.account(target, slot).token?.owner ?? sweep.destination;
    must(owner === sweep.destination, 'tokens go only where the row says', sweep);
    const isWhole = keys[step.from] === sweep.account && step.units === BigInt(sweep.amount);
    must(isWhole, 'as many tokens go as the row says', sweep);
  }
  const isFair = feeLamports <= highestFeeLamports && feeLamports === BigInt(sweep.fee_lamports);
  must(isFair, 'the house pays no more for a transfer than it said', sweep);
  checkRent(chain, transaction, { sweep, address: donation.address });
}

/** The rent of a closed account is the house's, and what somebody sent there with tokens is not, where it may stand alone. */
function checkRent(
  chain: Observed['chain'],
  { keys, steps }: ChainTransaction,
  { sweep, address }: { sweep: SweepRow; address: string },
): void {
  const { rentMinimumLamports } = chain.options;
  const rent = tokenRentOf(rentMinimumLamports);
  const closing = steps.find((step) => step.kind === 'close');
  if (closing === undefined) return;
  const target = keys[closing.to];
  const isReturned = steps.some(
    (step) =>
      step.kind === 'pay' &&
      keys[step.from] === address &&
      keys[step.to] === sweep.fee_payer &&
      step.lamports === rent,
  );
  must(target === (isReturned ? address : sweep.fee_payer), 'the house gets the rent back', sweep);
  const { lamports, token } = chain.account(sweep.account, chain.tip('processed').slot);
  const hasStray = token?.units === BigInt(sweep.amount) && lamports >= rent + rentMinimumLamports;
  must(isReturned || !hasStray, "SOL at an account of tokens is its streamer's", sweep);
}

function isOfHouse(step: Step, { keys, sweep }: { keys: readonly string[]; sweep: SweepRow }): boolean {
  if (step.kind === 'open') return keys[step.payer] === sweep.fee_payer;
  if (step.kind === 'close') return keys[step.account] === sweep.account;
  if (step.kind === 'pay') return keys[step.to] === sweep.fee_payer;
  return keys[0] === sweep.fee_payer;
}

/** What is wrong with the tokens of a donation once nothing fails any more: what has landed arrived, and no rent lies about. */
export function tokenProblems({ mirror, chain }: Observed, { token_account }: DonationRow): string[] {
  if (token_account === null) return [];
  const sweeps = mirror.sweepsOf(token_account);
  const { token } = chain.account(token_account, chain.tip('finalized').slot);
  const wrong = sweeps.filter(
    (sweep) => sweep.state === 'landed' && !hasArrived(chain.find(sweep.signature), sweep),
  );
  return [
    ...wrong.map(({ destination, amount }) => `${amount} units never came to ${destination}`),
    // Only what has failed once goes without closing the account (docs/decisions/044).
    ...(token !== null && !sweeps.some(({ state }) => state === 'failed')
      ? ['its account was left open']
      : []),
  ];
}

function hasArrived(landed: LandedTransaction | undefined, { destination, amount }: SweepRow): boolean {
  if (landed === undefined || landed.error !== null) return false;
  const index = landed.post.findIndex(({ token }) => token?.owner === destination);
  const before = landed.pre[index]?.token?.units ?? 0n;
  return (landed.post[index]?.token?.units ?? 0n) - before === BigInt(amount);
}
