import type { DonationRow } from './mirror.ts';
import { inflow, type Observed } from './step-invariants.ts';
import { withdrawalProblems } from './withdrawal-invariants.ts';

/** The highest fee that the product pays: the network's for two signatures, and its own cap on priority. */
const highestFeeLamports = 15_000n;

/**
 * What is still wrong once nothing fails any more and time has passed: the books against the chain, every lamport
 * passed on, every status right, every alert shown. Empty when all is well.
 */
export function problemsAtRest(observed: Observed): string[] {
  const ofDonations = [...observed.mirror.donations.values()].flatMap((donation) => {
    const problems = [
      ...bookProblems(observed, donation),
      ...moneyProblems(observed, donation),
      ...statusProblems(observed, donation),
      ...alertProblems(observed, donation),
    ];
    return when(problems.length > 0, `${problems.join(', ')}: ${rowsOf(observed, donation)}`);
  });
  return [...ofDonations, ...withdrawalProblems(observed)];
}

/** A donation with its entries and sweeps, in short. */
function rowsOf({ mirror }: Observed, { id, address, status }: DonationRow): string {
  const entries = mirror
    .entriesOf(address)
    .toSorted((a, b) => a.slot - b.slot)
    .map(({ slot, lamports, dropped }) => `${lamports} in slot ${slot}${dropped ? ' (dropped)' : ''}`);
  const sweeps = mirror.sweepsOf(address).map(({ lamports, state }) => `${lamports} ${state}`);
  return `donation ${id}, ${status}, entries [${entries.join(', ')}], sweeps [${sweeps.join(', ')}]`;
}

function bookProblems({ mirror, chain }: Observed, { address, received_lamports }: DonationRow): string[] {
  const entries = mirror.entriesOf(address).filter((entry) => !entry.dropped);
  const { slot } = chain.tip('finalized');
  const booked = entries.reduce((sum, entry) => sum + BigInt(entry.lamports), 0n);
  const balance = chain.balance(address, slot);
  const received = chain.history(address, slot).reduce((sum, landed) => sum + inflow(landed, address), 0n);
  return [
    ...when(booked !== balance, `the books say ${booked} lamports, the chain ${balance}`),
    ...when(
      BigInt(received_lamports) !== received,
      `received ${received_lamports} by the books, ${received} in truth`,
    ),
    ...entries
      .filter((entry) => !entry.finalized)
      .map((entry) => `${entry.signature} of slot ${entry.slot} is not final by the books`),
    ...when(chain.balance(address, chain.tip('processed').slot) !== balance, 'something is still on its way'),
  ];
}

/** In = swept + fees + left, by the chain's own history and by the rows of the sweeps. */
function moneyProblems(observed: Observed, donation: DonationRow): string[] {
  const { mirror, chain } = observed;
  const { address } = donation;
  const history = chain.history(address, chain.tip('finalized').slot);
  const paidIn = history.reduce((sum, landed) => sum + inflow(landed, address), 0n);
  const fees = history
    .filter(({ transaction }) => transaction.keys[0] === address)
    .reduce((sum, { transaction }) => sum + transaction.feeLamports, 0n);
  const sweeps = mirror.sweepsOf(address);
  const swept = sweeps
    .filter(({ state }) => state === 'landed')
    .reduce((sum, { lamports }) => sum + BigInt(lamports), 0n);
  const left = chain.balance(address, chain.tip('finalized').slot);
  return [
    ...when(
      paidIn !== swept + fees + left,
      `${paidIn} came in, but ${swept} + ${fees} + ${left} are accounted for`,
    ),
    ...when(canBeMoved(observed, donation, left), `${left} lamports were left behind`),
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
  const { address, status, min_lamports, settled_how, failed_at } = donation;
  const { slot } = chain.tip('finalized');
  const history = chain.history(address, slot);
  const received = history.reduce((sum, landed) => sum + inflow(landed, address), 0n);
  const isPaid = received >= BigInt(min_lamports);
  if (!isPaid) {
    const expected = donation.paid_at === null ? 'EXPIRED' : 'FAILED';
    return when(status !== expected, `unpaid, so it should be ${expected}`);
  }
  const isEmpty = chain.balance(address, slot) === 0n;
  const isTrayed = mirror.alertsOf(donation.id).some((alert) => alert.trayed_at !== null);
  // What was called final keeps the slot of that, wherever it landed again.
  const isMoved = mirror.entriesOf(address).some(({ signature }) => chain.everOversold.has(signature));
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
  let sum = 0n;
  const reached = history.find((landed) => {
    sum += inflow(landed, donation.address);
    return sum >= BigInt(donation.min_lamports);
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
