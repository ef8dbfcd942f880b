import { type AlertState, alertStateOf } from '#server/domain/alert.ts';
import { type Donation, missingLamports, statusOf } from '#server/domain/donation.ts';
import { hasReceived, missingUnits } from '#server/domain/token-side.ts';
import { formatTokens } from '#contract/tokens.ts';
import type { SettledHow } from '#contract/donation.ts';
import type { TokenAccount } from '#server/solana/token-accounts.ts';
import type { Judgement } from './judge-address.ts';
import { lackedBy, type Traced, type TracedAccount } from './traced.ts';
import { sayLamports, sayTime } from './words.ts';

/** What to do about a donation's money. */
export interface NextStep {
  /** The chain was not asked, or says something else than the books. */
  isWrong: boolean;
  /** The most pressing first; what came by mistake stands behind it. */
  todos: string[];
}

/** What is to be done, the worst first. */
export function nextStep(traced: Traced): NextStep {
  const { silence, donation, strays } = traced;
  if (silence !== null)
    return wrong(
      `Nothing is known of the chain now (${silence}): the above is what the books say. See which node answers ` +
        '(npm run brava -- doctor), then run this again.',
    );
  const { isWrong, todos } =
    stepOfDifference(traced) ?? stepOfMoney(traced) ?? fine(sayEnd(donation, sayOnStream(traced)));
  return { isWrong, todos: [...todos, ...sayStrays(strays, donation.address)] };
}

function wrong(todo: string): NextStep {
  return { isWrong: true, todos: [todo] };
}

function fine(todo: string): NextStep {
  return { isWrong: false, todos: [todo] };
}

/** Where books and chain do not tell the same. */
function stepOfDifference({ donation: { address }, accounts }: Traced): NextStep | null {
  const stray = findJudged(accounts, 'wrong');
  if (stray !== undefined)
    return wrong(`${begin(stray.reason)}. See docs/operate/alarms.md#bravaledgermismatch.`);
  if (accounts.some((account) => lackedBy(account, accounts).length > 0))
    return wrong(
      'The books lack what the chain has. A server reads it by itself, of an address past its time once a minute, an hour ' +
        `or a day, by its age; at once: npm run brava -- rescan --address ${address}`,
    );
  // Where all that is lacking is on its way, it makes the difference.
  const differing = findJudged(
    accounts.filter(({ chain }) => chain?.lacking.length === 0),
    'differs',
  );
  if (differing !== undefined)
    return wrong(`Books and chain differ: ${differing.reason} (docs/operate/alarms.md#bravaledgermismatch)`);
  if (accounts.some(({ chain }) => chain?.isExplained === false))
    return wrong(
      'No node’s history explains what lies there. Add one with full history to SOLANA_RPC_URL and run this again: ' +
        'docs/operate/nodes.md#how-far-back-a-node-remembers.',
    );
  return null;
}

function findJudged(
  accounts: readonly TracedAccount[],
  verdict: Judgement['verdict'],
): Judgement | undefined {
  return accounts.map(({ chain }) => chain?.judgement).find((judgement) => judgement?.verdict === verdict);
}

/** Where money is still at the address. */
function stepOfMoney({ donation, accounts }: Traced): NextStep | null {
  if (statusOf(donation) === 'PENDING' && hasReceived(donation))
    return fine(
      `It is too little: ${sayMissing(donation)} are missing until ${sayTime(donation.expiresAt)}, to the same address. What ` +
        'is there then goes to the streamer, without an alert.',
    );
  const symbol = onlySolFor(donation);
  if (statusOf(donation) === 'PENDING' && symbol !== null)
    return fine(
      `SOL came to a donation in ${symbol}: it pays for nothing, and makes no alert. It is moved once the ` +
        'donation is paid or over, and goes to the streamer then.',
    );
  if (findJudged(accounts, 'moving') !== undefined)
    return fine(
      'It is on its way, and with its streamer within a minute of being final. If it stays there for ten minutes: ' +
        'docs/operate/alarms.md#bravamoneystuck.',
    );
  const waiting = findJudged(accounts, 'waiting');
  if (waiting === undefined) return null;
  return fine(
    `It waits: ${waiting.reason}. See docs/operate/commands.md and docs/operate/alarms.md#bravasweepstroubled.`,
  );
}

/** What a donation is paid in to which SOL came and nothing else; null for any other. */
function onlySolFor(donation: Donation): string | null {
  const { token, receivedLamports } = donation;
  return token !== null && receivedLamports > 0n && !hasReceived(donation) ? token.symbol : null;
}

/** Of tokens that are no payment. */
function sayStrays(strays: readonly TokenAccount[], address: string): string[] {
  return [
    ...(strays.some(({ isMovable }) => isMovable)
      ? [`Tokens were sent there by mistake; to list and move them: npm run brava -- rescue-token ${address}`]
      : []),
    ...(strays.some(({ isMovable }) => !isMovable)
      ? ['Tokens of the Token-2022 program were sent there by mistake: rescue-token cannot move those.']
      : []),
  ];
}

function sayMissing(donation: Donation): string {
  const { token } = donation;
  return token === null ? sayLamports(missingLamports(donation)) : formatTokens(missingUnits(token), token);
}

/** Where books and chain agree, and nothing is there. */
function sayEnd(donation: Donation, onStream: string): string {
  if (statusOf(donation) === 'FAILED')
    return 'The chain took the payment back, so nobody has paid: the donor still has the money, and may pay anew.';
  const symbol = onlySolFor(donation);
  if (symbol !== null)
    return (
      `SOL came to a donation in ${symbol}: it pays for nothing, and made no alert. All of it is with the ` +
      'streamer. Nothing is to be done.'
    );
  if (!hasReceived(donation))
    return (
      'No payment has come to this address. Ask the donor for the signature that their wallet or exchange shows, and trace ' +
      'that. What was paid on another network: npm run brava -- recover --rpc URL'
    );
  if (donation.paidAt === null)
    return 'All of it is with the streamer. It was less than the minimum, so it has no alert of its own. Nothing is to be done.';
  return `All of it is with the streamer. On stream: ${onStream}.`;
}

const settledWords: Record<SettledHow, string> = {
  overlay: 'it was shown',
  marked: 'the streamer marked it as shown',
  skipped: 'it was taken off while it was shown',
  dismissed: 'it was dismissed, or a block list keeps it off',
  rejected: 'it was rejected',
};
const waitingWords: Record<Exclude<AlertState, 'settled'>, string> = {
  held: 'it waits for the approval of the streamer',
  tray: 'it waits in the tray for the streamer to play it',
  queue:
    'it waits for an overlay that is open, visible and not paused (docs/operate/alarms.md#bravaalertsstalled)',
};

/** What became of the alert. */
export function sayOnStream({ donation, alerts }: Traced): string {
  const { paidAt, failedAt, settledHow, shownAt } = donation;
  if (settledHow !== null && shownAt !== null) return `${settledWords[settledHow]}, ${sayTime(shownAt)}`;
  if (failedAt !== null) return 'withheld: the chain took the payment back';
  // The streamer may have it played for all that.
  if (paidAt === null) return 'no alert of its own, because it is not paid';
  const alert = alerts.find(({ kind }) => kind === 'payment');
  const state = alert === undefined ? 'settled' : alertStateOf(alert);
  return state === 'settled' ? 'no alert is in the books' : waitingWords[state];
}

function begin(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}
