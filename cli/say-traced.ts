import type { HistoryStep, HistoryStepKind } from '#contract/donation-history.ts';
import { formatTokens } from '#contract/tokens.ts';
import type { SignatureState } from '#server/app/chain-ports.ts';
import { historyOf } from '#server/app/donations/donation-history.ts';
import { type Donation, statusOf } from '#server/domain/donation.ts';
import { sumOf } from '#server/domain/entries.ts';
import type { TracedTransfer } from '#server/postgres/money/traced-money.ts';
import { sayOnStream } from './next-step.ts';
import { lackedBy, type Movement, type Traced, type TracedAccount } from './traced.ts';
import { firstOf, sayLamports, sayTime } from './words.ts';

/** What is told of money is told from its movements. */
type ToldStep = Exclude<HistoryStepKind, 'payment' | 'transferred'>;

const stepWords: Record<ToldStep, string> = {
  created: 'made',
  paid: 'counts as paid',
  paidLate: 'counts as paid, after its time',
  expired: 'expired unpaid',
  failed: 'the chain took the payment back',
  held: 'alert: held for approval',
  approved: 'alert: let through',
  queued: 'alert: waits in the queue',
  tray: 'alert: waits in the tray',
  sent: 'alert: sent to an overlay',
  shown: 'alert: shown',
  marked: 'alert: marked as shown',
  skipped: 'alert: skipped',
  dismissed: 'alert: dismissed',
  rejected: 'alert: rejected',
  replayed: 'alert: asked for again',
  blocked: 'kept off the stream',
};

const stateWords: Record<SignatureState, string> = {
  processed: 'processed',
  confirmed: 'confirmed',
  finalized: 'final',
  missing: 'not there',
  unknown: 'too old for the nodes',
};

const transferWords: Record<TracedTransfer['state'], string> = {
  live: 'on its way',
  landed: 'landed',
  failed: 'failed',
  expired: 'never landed',
};

interface Line {
  at: Date;
  text: string;
}

/** The story of a donation's money in lines: what it is, what happened, in its order, and where all is. No text of a donor. */
export function sayTraced(traced: Traced, publicUrl: string): string[] {
  const { donation, streamer, accounts } = traced;
  const [made, ...steps] = historyOf(donation, traced.alerts).flatMap(sayStep);
  // Blocks bear whole seconds: what is paid at once would come before it was made.
  const later = [...accounts.flatMap((account) => sayMovements(account, traced)), ...steps].toSorted(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
  return [
    `Donation ${donation.id} to ${streamer.username}`,
    `  asked for   ${sayAsked(donation)}, until ${sayTime(donation.expiresAt)}`,
    `  status      ${statusOf(donation)}${donation.late ? ', late' : ''}`,
    `  on stream   ${sayOnStream(traced)}`,
    `  page        ${publicUrl}/donate/${streamer.donationCode}/${donation.id}`,
    `  address     ${donation.address}`,
    ...(donation.token === null
      ? []
      : [`  account     ${donation.token.account} (${donation.token.symbol})`]),
    'What happened:',
    ...firstOf(
      [...(made === undefined ? [] : [made]), ...later].map(({ at, text }) => `  ${sayTime(at)}  ${text}`),
      1000,
    ),
    'Where the money is:',
    ...accounts
      .filter((account) => isTold(account, donation))
      .map((account) => `  ${sayWhere(account, traced)}`),
    ...traced.strays.map(
      ({ mint, amount }) => `  ${amount} (smallest units) of mint ${mint}, no payment of it, at the address`,
    ),
  ];
}

function sayAsked({ token, minLamports, askedLamports }: Donation): string {
  const asked = token === null ? (askedLamports ?? minLamports) : (token.askedUnits ?? token.minimumUnits);
  const least = token === null ? minLamports : token.minimumUnits;
  const say = (amount: bigint): string =>
    token === null ? sayLamports(amount) : formatTokens(amount, token);
  return asked === least ? `${say(least)} (the minimum)` : `${say(asked)} (minimum ${say(least)})`;
}

function sayStep({ what, at }: HistoryStep): Line[] {
  return what === 'payment' || what === 'transferred' ? [] : [{ at: new Date(at), text: stepWords[what] }];
}

/** What the books have of an account, what they lack, and what was signed and is in neither. */
function sayMovements(account: TracedAccount, traced: Traced): Line[] {
  const { movements, transfers, chain } = account;
  const lacking = lackedBy(account, traced.accounts);
  const seen = new Set([...movements, ...lacking].map(({ signature }) => signature));
  const now = (signature: string): string => {
    const state = chain?.states.get(signature);
    return state === undefined ? '' : `; on the chain: ${stateWords[state]}`;
  };
  return [
    ...movements.map((movement) => ({
      at: movement.blockTime,
      text: `${sayMovement(movement, account, traced)}; ${sayBooked(movement)}${now(movement.signature)}`,
    })),
    ...lacking.map((movement) => ({
      at: movement.blockTime,
      text:
        `${sayMovement(movement, account, traced)}; NOT IN THE BOOKS; on the chain: ` +
        stateWords[movement.finalized ? 'finalized' : 'confirmed'],
    })),
    ...transfers
      .filter(({ signature }) => !seen.has(signature))
      .map((transfer) => ({
        at: transfer.signedAt,
        text:
          `transfer of ${account.say(transfer.amount)} to ${sayOwner(transfer.destination, traced)} signed  ` +
          `${transfer.signature}; ${transferWords[transfer.state]}${now(transfer.signature)}`,
      })),
  ];
}

function sayBooked({ finalized, dropped }: Movement): string {
  if (dropped) return 'taken back by the chain';
  return finalized ? 'final' : 'not final yet';
}

function sayMovement(movement: Movement, account: TracedAccount, traced: Traced): string {
  const { signature, amount, feeLamports, succeeded } = movement;
  const { say, transfers } = account;
  if (!succeeded) return `failed, and cost a fee of ${sayLamports(feeLamports)}  ${signature}`;
  if (amount === 0n) return `moved nothing  ${signature}`;
  if (amount > 0n)
    return isOwn(signature, traced)
      ? `${say(amount)} came from its token account by its own transfer  ${signature}`
      : `payment of ${say(amount)}  ${signature}`;
  const transfer = transfers.find((each) => each.signature === signature);
  const moved = `${say(-amount - feeLamports)} passed on to ${sayTarget(signature, transfer, traced)}`;
  return `${moved}, ${sayFee(movement, transfer)}  ${signature}`;
}

function isOwn(signature: string, { accounts }: Traced): boolean {
  return accounts.some(({ transfers }) => transfers.some((transfer) => transfer.signature === signature));
}

function sayFee({ feeLamports }: Movement, transfer: TracedTransfer | undefined): string {
  if (transfer === undefined || feeLamports > 0n) return `fee ${sayLamports(feeLamports)}`;
  return `fee ${sayLamports(transfer.feeLamports)} paid by ${transfer.feePayer}`;
}

/** Books that were restored name a transfer of their former ones as the donation's own once it is known where it went. */
function sayTarget(signature: string, transfer: TracedTransfer | undefined, traced: Traced): string {
  if (transfer !== undefined) return sayOwner(transfer.destination, traced);
  const { donation, streamer } = traced;
  const who = signature === donation.transferSignature ? streamer.username : 'somebody';
  return `${who}, by a transfer that these books did not make`;
}

function sayOwner(address: string, { streamer: { username, walletAddress, payoutAddress } }: Traced): string {
  if (address === walletAddress) return `the wallet of ${username} (${address})`;
  return address === payoutAddress ? `the payout address of ${username} (${address})` : address;
}

/** Of a donation in a token the SOL at its address is told where there was any. */
function isTold({ address, movements, chain }: TracedAccount, donation: Donation): boolean {
  const isPaidThere = donation.token === null || donation.token.account === address;
  return (
    isPaidThere || movements.length > 0 || (chain !== null && (chain.amount > 0n || chain.lacking.length > 0))
  );
}

/** In = out + fees + there, by the books, and what the chain has. */
function sayWhere({ movements, transfers, say, chain }: TracedAccount, traced: Traced): string {
  const standing = movements.filter(({ dropped }) => !dropped);
  const came = standing.filter(({ amount }) => amount > 0n);
  const went = standing.filter(({ amount }) => amount < 0n);
  const fees = sumOf(standing, ({ feeLamports }) => feeLamports);
  const byTarget = Map.groupBy(
    went.filter(({ succeeded }) => succeeded),
    ({ signature }) => {
      const transfer = transfers.find((each) => each.signature === signature);
      return sayTarget(signature, transfer, traced);
    },
  );
  const parts = [
    ...[...byTarget].map(
      ([target, moved]) =>
        `${say(sumOf(moved, ({ amount, feeLamports }) => -amount - feeLamports))} to ${target}`,
    ),
    ...(fees > 0n ? [`${sayLamports(fees)} network fees`] : []),
    `${say(sumOf(standing, ({ amount }) => amount))} still there`,
  ];
  const live = transfers.filter(({ state }) => state === 'live').map(({ amount }) => say(amount));
  const flight = live.length === 0 ? '' : `, ${live.join(' and ')} of it in flight`;
  const onChain =
    chain === null ? 'the chain was not asked' : `the chain has ${say(chain.amount)} there, final`;
  return `came ${say(sumOf(came, ({ amount }) => amount))} = ${parts.join(' + ')}${flight}, by the books; ${onChain}.`;
}
