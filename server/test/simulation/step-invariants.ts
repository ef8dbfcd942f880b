import { defaultPace, mostOnStream } from '#server/domain/alert-queue.ts';
import { expiryGraceMs } from '#server/domain/donation.ts';
import type { ChainTransaction } from './execute-transaction.ts';
import { must } from './invariant-broken.ts';
import {
  type AlertRow,
  type DonationRow,
  type EntryRow,
  type JobRow,
  type Mirror,
  payingPurseOf,
  type SweepRow,
} from './mirror.ts';
import type { OverlayRecords } from './overlay-client.ts';
import type { Scenario } from './scenario.ts';
import type { LandedTransaction, SimulatedChain } from './simulated-chain.ts';
import type { RowChange } from './simulated-database.ts';
import { checkTokensSent } from './token-invariants.ts';
import { checkWalletIsFree, checkWithdrawalChange, isPaidByWallet } from './withdrawal-invariants.ts';

/** What an all-knowing observer compares. */
export interface Observed {
  mirror: Mirror;
  chain: SimulatedChain;
  overlays: OverlayRecords;
  /** Donations that their streamer marked as shown. */
  marked: Set<string>;
  /** What streamers did at their desks: user and how an alert ends by it. */
  pressed: Set<string>;
  /** Which process claimed a job last, and under which fence. */
  claims: Map<string, { owner: string; fence: number }>;
  nodes: Scenario['nodes'];
  nowMs: () => number;
}

/** Ways that a status may go in one commit (decisions: Money, 'Status', 'FAILED', 'Late payment'). */
const allowedSteps = new Set([
  'PENDING>RECEIVED',
  'PENDING>EXPIRED',
  'EXPIRED>RECEIVED',
  'RECEIVED>SHOWN',
  'RECEIVED>TRANSFERRED',
  'SHOWN>TRANSFERRED',
  // Blocked before it was paid: its alert is settled with the payment.
  'PENDING>SHOWN',
  'EXPIRED>SHOWN',
  'RECEIVED>FAILED',
  'SHOWN>FAILED',
  'FAILED>RECEIVED',
  'FAILED>SHOWN',
]);

/** Ways of what a node said was final and was not, or takes for gone though it is. */
const stepsBack = new Set(['TRANSFERRED>SHOWN', 'TRANSFERRED>FAILED', 'RECEIVED>FAILED', 'SHOWN>FAILED']);

/** Checks a commit against the rules, before and after it is taken into the mirror. Throws `InvariantBroken`. */
export function commitChanges(observed: Observed, changes: readonly RowChange[], owner: string): void {
  for (const told of changes) {
    const change = observed.mirror.inCommonWords(told);
    const { table, before, after } = change;
    const isSweep = table === 'sweeps' || table === 'token_sweeps';
    if (isSweep && before === null) checkSigned(observed, after as unknown as SweepRow, owner);
    if (isSweep && before !== null) checkSweepEnd(observed, after as unknown as SweepRow);
    if ((table === 'sweep_jobs' || table === 'token_sweep_jobs') && after !== null)
      noteClaim(observed, { table, before, after }, owner);
    if (table === 'alerts' && after !== null)
      checkAlert(observed, before as unknown as AlertRow | null, after as unknown as AlertRow);
    if (table === 'donations' && before !== null)
      checkDonation(observed, before as unknown as DonationRow, after as unknown as DonationRow);
    if (table === 'chain_entries' || table === 'token_entries')
      checkEntry(observed, before as unknown as EntryRow | null, after as unknown as EntryRow);
    checkWithdrawalChange(observed, change, owner);
    observed.mirror.apply(change);
  }
  for (const { table, before, after } of changes) {
    if (table === 'donations' && after !== null)
      checkWhole(observed, before as unknown as DonationRow | null, String(after['id']));
  }
}

/** Money may only be signed away when it is decided, nothing else is on its way, and to the owner alone. */
function checkSigned({ mirror, chain, claims }: Observed, sweep: SweepRow, owner: string): void {
  const donation = mirror.donations.get(sweep.donation_id);
  const isOfTokens = sweep.account === donation?.token_account;
  must(isOfTokens || sweep.account === donation?.address, 'a sweep is of its donation', sweep);
  must(donation?.status !== 'PENDING', 'nothing is swept while PENDING', sweep);
  must(
    mirror.ownAddresses.get(donation?.user_id ?? '')?.has(sweep.destination) === true,
    "money goes only to the owner's wallet or payout address",
    sweep,
  );
  const jobs = isOfTokens ? mirror.tokenJobs : mirror.jobs;
  const claim = claims.get(claimOf(isOfTokens ? 'token_sweep_jobs' : 'sweep_jobs', sweep.donation_id));
  const isHolder = claim?.owner === owner && claim.fence === jobs.get(sweep.donation_id)?.fence;
  must(isHolder, 'only who holds the job may sign', sweep);
  for (const earlier of mirror.sweepsOf(sweep.account)) {
    must(earlier.state !== 'live', 'an address has one live sweep at most', sweep);
    const isImpossible = chain.canNeverLand(earlier.signature, earlier.last_valid_block_height);
    // Of a failure one node is believed. If that block is undone both can land: the later one then finds nothing to move.
    const isToldFailed = earlier.state === 'failed' && chain.everOversold.has(earlier.signature);
    must(
      isImpossible || isToldFailed || chain.isFinal(earlier.signature),
      'nothing is signed while an earlier transfer can still land',
      sweep,
    );
  }
  if (isPaidByWallet(mirror, sweep)) checkWalletIsFree(mirror, donation?.user_id ?? '', sweep);
}

/** What is told to have come to its end in a block stands there for good, as far as the nodes told. */
function checkSweepEnd(observed: Observed, sweep: SweepRow): void {
  const { isFinal } = finalityOf(observed);
  const isOver = sweep.state === 'landed' || sweep.state === 'failed';
  must(!isOver || isFinal(sweep.signature), 'a transfer lands or fails only when that is final', sweep);
}

function noteClaim({ claims }: Observed, { table, before, after }: RowChange, owner: string): void {
  const was = before as JobRow | null;
  const is = after as unknown as JobRow;
  const isClaim = is.lease_until !== null && is.lease_until !== was?.lease_until;
  if (isClaim) claims.set(claimOf(table, is.donation_id), { owner, fence: is.fence });
}

function claimOf(table: RowChange['table'], donationId: string): string {
  return `${table} ${donationId}`;
}

/** Called with every transaction that a node is sent. */
export function checkSent(observed: Observed, transaction: ChainTransaction): void {
  const { mirror } = observed;
  const { signature } = transaction;
  const isStored = mirror.sweeps.has(signature) || mirror.withdrawalTransfers.has(signature);
  must(isStored, 'bytes are stored before they are sent', { signature });
  checkTokensSent(observed, transaction);
}

function checkAlert(observed: Observed, before: AlertRow | null, after: AlertRow): void {
  const { mirror, nowMs } = observed;
  if (before === null && after.kind === 'payment') {
    const others = mirror.alertsOf(after.donation_id ?? '').filter((alert) => alert.kind === 'payment');
    must(others.length === 0, 'a donation has one payment alert, ever', after);
  }
  if (after.sent_at !== null && after.sent_at !== before?.sent_at) checkAlertSent(mirror, before, after);
  if (before === null) return;
  must(
    before.state !== 'settled' || after.settled_how === before.settled_how,
    'settled stays settled',
    after,
  );
  if (before.state !== 'settled' && after.state === 'settled') checkSettled(observed, after);
  if (before.trayed_at === null && after.trayed_at !== null) {
    const ageMs = nowMs() - Date.parse(after.queued_at);
    const isByRule = after.attempts >= defaultPace.maxAttempts || ageMs > defaultPace.catchUpMs;
    must(isByRule && after.kind !== 'test', 'an alert goes to the tray only by rule', after);
  }
}

/** `before` null: it is made as one that is sent. */
function checkAlertSent(mirror: Mirror, before: AlertRow | null, after: AlertRow): void {
  const { state } = before ?? after;
  must(state === 'queue', 'only what is in the queue is sent: not what is held or settled', after);
  const isPaused = (mirror.queues.get(after.user_id)?.paused_at ?? null) !== null;
  must(!isPaused || after.kind === 'test', 'a paused queue sends nothing but tests', after);
  const isSentAgain = (before?.sent_at ?? null) !== null;
  const stacks = mirror.alertSettings.get(after.user_id)?.stacks_cards === true;
  // While a queue is paused only tests are looked at: what it was sent before does not hold them up.
  const others = mirror.onStream(after.user_id).filter(({ kind }) => !isPaused || kind === 'test');
  const hasPlace = isSentAgain || others.length < mostOnStream({ stacks });
  must(hasPlace, 'no card goes out while another one is on stream, or three where they stack', after);
}

/** An alert ends by who showed it or by its streamer; the queue itself ends nothing but tests. */
function checkSettled({ overlays, marked, pressed }: Observed, after: AlertRow): void {
  const { id, user_id, donation_id, kind, settled_how } = after;
  const isHonest =
    settled_how === 'overlay'
      ? overlays.acknowledged.has(id)
      : settled_how === 'marked'
        ? marked.has(donation_id ?? '')
        : pressed.has(`${user_id} ${settled_how}`) || (kind === 'test' && settled_how === 'dismissed');
  must(isHonest, 'an alert is settled only by who showed it, or by its streamer', after);
}

function checkDonation(observed: Observed, before: DonationRow, after: DonationRow): void {
  const step = `${before.status}>${after.status}`;
  const { everOversold, isFinal } = finalityOf(observed);
  const { everMistold, everUndone } = observed.chain;
  const { account } = payingPurseOf(after);
  const entries = observed.mirror.entriesOf(account);
  const isUntrue = entries.some(({ signature }) => everOversold.has(signature) || everMistold.has(signature));
  const isAllowed = allowedSteps.has(step) || (isUntrue && stepsBack.has(step));
  must(before.status === after.status || isAllowed, 'a status goes only allowed ways', { step, after });
  must(before.paid_at === null || after.paid_at !== null, 'what was paid stays paid', after);
  if (before.expired_at === null && after.expired_at !== null) checkExpiry(observed, after);
  if (after.status === 'FAILED' && before.status !== 'FAILED') {
    const isTrue = entries.some(({ signature }) => everUndone.has(signature) || everMistold.has(signature));
    must(isTrue || observed.nodes === 1, 'FAILED means that the chain took a payment back', after);
  }
  if (after.status === 'TRANSFERRED' && before.swept_at === null) {
    const landed = observed.mirror.sweepsOf(account).some(({ signature }) => isFinal(signature));
    must(landed, 'TRANSFERRED means that a transfer is final', after);
  }
}

/** Nobody is told that they were too late before the chain itself was past their time without the money. */
function checkExpiry({ chain }: Observed, donation: DonationRow): void {
  const statedAt = Date.parse(donation.expired_at ?? '');
  const expiresAt = Date.parse(donation.expires_at);
  must(statedAt > expiresAt + expiryGraceMs, 'expiry needs a block past its time', donation);
  must(chain.everBlockTimes.has(statedAt / 1000), 'expiry is stated at the time of a block', donation);
  const { account, least } = payingPurseOf(donation);
  const punctual = chain
    .history(account, chain.tip('finalized').slot)
    .filter((landed) => landed.timeSeconds * 1000 <= expiresAt)
    .reduce((sum, landed) => sum + inflow(landed, account), 0n);
  must(punctual < BigInt(least), 'punctual final money is never told to be too late', donation);
}

/** Final is what is, and what a node said is: only that may turn out not to be. */
function finalityOf({ chain }: Observed) {
  const { everOversold } = chain;
  return {
    everOversold,
    isFinal: (signature: string) => everOversold.has(signature) || chain.isFinal(signature),
  };
}

/** An entry is what the chain did, to the lamport and to the unit. */
function checkEntry(observed: Observed, before: EntryRow | null, after: EntryRow): void {
  const { chain } = observed;
  const { everOversold } = finalityOf(observed);
  const landed = chain.find(after.signature);
  if (after.dropped) {
    const isDoubted = observed.nodes === 1 && before?.finalized !== true;
    // Where it was called final it is not, if it landed anew elsewhere: nodes that lag have not seen that yet.
    const isThere = landed?.slot === after.slot;
    const isFinalNow = isThere && landed.slot <= chain.tip('finalized').slot;
    must(!isFinalNow || isDoubted, 'a final transaction is never dropped', after);
    return;
  }
  // A transfer of ours is recorded once one node says that it is final. What pays for a donation has to be in the chain.
  const isOneNodesWord = after.amount < 0 && after.finalized && everOversold.has(after.signature);
  const isConfirmed = chain.everConfirmed.has(after.signature);
  must(isConfirmed || isOneNodesWord, 'an entry was confirmed by the chain', after);
  must(before?.finalized !== true || after.finalized, 'what is final stays final', after);
  if (!after.finalized || everOversold.has(after.signature)) return;
  must(landed !== undefined && landed.slot <= chain.tip('finalized').slot, 'final means final', after);
  must(landed?.slot === after.slot, 'a final entry is in the slot where the chain has it', after);
  if (chain.everMistold.has(after.signature)) return;
  const amount = landed === undefined ? 0n : movedBy(landed, after.account);
  must(amount === BigInt(after.amount), 'an entry has what moved', after);
}

/** Whoever paid has an alert from that very commit on; and swept means that nothing is left by the books. */
function checkWhole({ mirror }: Observed, before: DonationRow | null, donationId: string): void {
  const donation = mirror.donations.get(donationId);
  if (donation !== undefined && before?.swept_at === null && donation.swept_at !== null) {
    const entries = mirror.entriesOf(payingPurseOf(donation).account).filter((entry) => !entry.dropped);
    const left = entries.reduce((sum, entry) => sum + entry.amount, 0);
    must(left === 0, 'swept means that nothing is left', donation);
  }
  if (donation?.paid_at == null) return;
  const alerts = mirror.alertsOf(donationId).filter((alert) => alert.kind === 'payment');
  must(alerts.length === 1, 'a payment and its alert are stored together', donation);
}

/** Called when an overlay shows a card. */
export function checkDisplay(
  { mirror, chain }: Observed,
  { id: donationId, alertId }: { id: string; alertId: string },
): void {
  if (mirror.alerts.get(alertId)?.kind === 'test') return;
  const donation = mirror.donations.get(donationId);
  const purse = donation && payingPurseOf(donation);
  const entries = mirror.entriesOf(purse?.account ?? '');
  const seen = entries.filter((entry) => entry.amount > 0 && chain.everConfirmed.has(entry.signature));
  const amount = seen.reduce((sum, entry) => sum + entry.amount, 0);
  must(amount >= (purse?.least ?? Infinity), 'nothing is shown that the chain did not confirm', {
    donationId,
  });
}

/** What came in for an account by a transaction that succeeded. */
export function inflow(landed: LandedTransaction, account: string): bigint {
  const moved = movedBy(landed, account);
  return landed.error === null && moved > 0n ? moved : 0n;
}

/** By how much an account had more after a transaction than before it: units where it is a token account, else lamports. */
function movedBy({ transaction, pre, post }: LandedTransaction, account: string): bigint {
  const index = transaction.keys.indexOf(account);
  const [before, after] = [pre[index], post[index]];
  if (before === undefined || after === undefined) return 0n;
  return before.token === null && after.token === null
    ? after.lamports - before.lamports
    : (after.token?.units ?? 0n) - (before.token?.units ?? 0n);
}

/** What is on an account: as `movedBy`. */
export function amountOn(chain: SimulatedChain, account: string, slot: number): bigint {
  const { lamports, token } = chain.account(account, slot);
  return token === null ? lamports : token.units;
}
