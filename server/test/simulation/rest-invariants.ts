import { type DonationRow, payingPurseOf, type Purse, pursesOf } from './mirror.ts';
import { amountOn, inflow, type Observed } from './step-invariants.ts';
import { highestFeeLamports, tokenProblems } from './token-invariants.ts';
import { withdrawalProblems } from './withdrawal-invariants.ts';

/**
 * What is still wrong once nothing fails any more and time has passed: the books against the chain, every lamport
 * passed on, every status right, every alert shown. Empty when all is well.
 */
export function problemsAtRest(observed: Observed): string[] {
  const ofDonations = [...observed.mirror.donations.values()].flatMap((donation) => {
    const problems = [
      ...pursesOf(donation).flatMap((purse) => [
        ...bookProblems(observed, purse),
        ...moneyProblems(observed, donation, purse),
      ]),
      ...tokenProblems(observed, donation),
      ...statusProblems(observed, donation),
      ...alertProblems(observed, donation),
    ];
    return when(problems.length > 0, `${problems.join(', ')}: ${rowsOf(observed, donation)}`);
  });
  return [...ofDonations, ...withdrawalProblems(observed)];
}

/** A donation with its entries and sweeps, in short. */
function rowsOf({ mirror }: Observed, donation: DonationRow): string {
  const purses = pursesOf(donation).map(({ account }) => {
    const entries = mirror
      .entriesOf(account)
      .toSorted((a, b) => a.slot - b.slot)
      .map(({ slot, amount, dropped }) => `${amount} in slot ${slot}${dropped ? ' (dropped)' : ''}`);
    const sweeps = mirror.sweepsOf(account).map(({ amount, state }) => `${amount} ${state}`);
    return `entries [${entries.join(', ')}], sweeps [${sweeps.join(', ')}]`;
  });
  return `donation ${donation.id}, ${donation.status}, ${purses.join('; in tokens ')}`;
}

function bookProblems({ mirror, chain }: Observed, purse: Purse): string[] {
  const { account } = purse;
  const entries = mirror.entriesOf(account).filter((entry) => !entry.dropped);
  const { slot } = chain.tip('finalized');
  const booked = entries.reduce((sum, entry) => sum + BigInt(entry.amount), 0n);
  const amount = amountOn(chain, account, slot);
  const received = chain.history(account, slot).reduce((sum, landed) => sum + inflow(landed, account), 0n);
  return [
    ...when(booked !== amount, `the books say ${booked}, the chain ${amount}`),
    ...when(
      BigInt(purse.received) !== received,
      `received ${purse.received} by the books, ${received} in truth`,
    ),
    ...entries
      .filter((entry) => !entry.finalized)
      .map((entry) => `${entry.signature} of slot ${entry.slot} is not final by the books`),
    ...when(
      amountOn(chain, account, chain.tip('processed').slot) !== amount,
      'something is still on its way',
    ),
  ];
}

/** In = swept + fees + left, by the chain's own history and by the rows of the sweeps. */
function moneyProblems(observed: Observed, donation: DonationRow, { account }: Purse): string[] {
  const { mirror, chain } = observed;
  const history = chain.history(account, chain.tip('finalized').slot);
  const paidIn = history.reduce((sum, landed) => sum + inflow(landed, account), 0n);
  const fees = history
    .filter(({ transaction }) => transaction.keys[0] === account)
    .reduce((sum, { transaction }) => sum + transaction.feeLamports, 0n);
  const sweeps = mirror.sweepsOf(account);
  const swept = sweeps
    .filter(({ state }) => state === 'landed')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const left = amountOn(chain, account, chain.tip('finalized').slot);
  const isOfTokens = account === donation.token_account;
  return [
    ...when(
      paidIn !== swept + fees + left,
      `${paidIn} came in, but ${swept} + ${fees} + ${left} are accounted for`,
    ),
    ...when(isOfTokens ? left > 0n : canBeMoved(observed, donation, left), `${left} were left behind`),
    ...when(
      sweeps.some(({ state }) => state === 'live'),
      'a transfer never ended',
    ),
  ];
}

/** What pays for itself can always be moved; less than that if the streamer's wallet can pay and it may arrive. */
function canBeMoved({ mirror, chain }: Observed, { user_id }: DonationRow, left: bigint): boolean {
  const { rentMinimumLamports } = chain.options;
  if (left >= rentMinimumLamports + highestFeeLamports) return true;
  const owner = mirror.users.get(user_id);
  if (left === 0n || owner === undefined) return false;
  const { slot } = chain.tip('finalized');
  const canPay = chain.balance(owner.wallet_address, slot) >= rentMinimumLamports + highestFeeLamports;
  const destination = owner.payout_address ?? owner.wallet_address;
  return canPay && chain.balance(destination, slot) + left >= rentMinimumLamports;
}

function statusProblems({ mirror, chain }: Observed, donation: DonationRow): string[] {
  const { status, settled_how, failed_at } = donation;
  const { account, least } = payingPurseOf(donation);
  const { slot } = chain.tip('finalized');
  const history = chain.history(account, slot);
  const received = history.reduce((sum, landed) => sum + inflow(landed, account), 0n);
  const isPaid = received >= BigInt(least);
  if (!isPaid) {
    const expected = donation.paid_at === null ? 'EXPIRED' : 'FAILED';
    return when(status !== expected, `unpaid, so it should be ${expected}`);
  }
  const isEmpty = amountOn(chain, account, slot) === 0n;
  const isTrayed = mirror.alertsOf(donation.id).some((alert) => alert.trayed_at !== null);
  // What was called final keeps the slot of that, wherever it landed again.
  const isMoved = mirror.entriesOf(account).some(({ signature }) => chain.everOversold.has(signature));
  const expected = settled_how === null && isTrayed ? ['RECEIVED'] : ['TRANSFERRED'];
  if (!isEmpty) expected.push('SHOWN', 'TRANSFERRED');
  return [
    ...when(!expected.includes(status), `paid, so it should be ${expected.join(' or ')}`),
    ...when(failed_at !== null, 'paid, and yet failed'),
    ...when(!isMoved && donation.late !== isLate(history, donation), `late is ${donation.late}`),
  ];
}

/** Late is judged by the block of the payment that reached the minimum. */
function isLate(history: ReturnType<Observed['chain']['history']>, donation: DonationRow): boolean {
  const { account, least } = payingPurseOf(donation);
  let sum = 0n;
  const reached = history.find((landed) => {
    sum += inflow(landed, account);
    return sum >= BigInt(least);
  });
  return (reached?.timeSeconds ?? 0) * 1000 > Date.parse(donation.expires_at);
}

function alertProblems({ mirror, overlays, marked }: Observed, donation: DonationRow): string[] {
  if (donation.paid_at === null || donation.failed_at !== null) return [];
  const waiting = mirror
    .alertsOf(donation.id)
    .filter((alert) => alert.settled_at === null && alert.trayed_at === null);
  const isShown = overlays.displays.has(donation.id) || marked.has(donation.id);
  const isRefused = ['skipped', 'dismissed', 'rejected'].includes(donation.settled_how ?? '');
  const isTrayed = mirror.alertsOf(donation.id).some((alert) => alert.trayed_at !== null);
  return [
    ...when(waiting.length > 0, 'its alert still waits'),
    ...when(!isShown && !isTrayed && !isRefused, 'its alert was never shown'),
  ];
}

function when(isWrong: boolean, problem: string): string[] {
  return isWrong ? [problem] : [];
}
