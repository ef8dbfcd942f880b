import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '#contract/problem.ts';
import type { SentState, SignedTransfer } from '#server/app/payment-ports.ts';
import { readStatus, sendOnce, sendToEach } from './payment-calls.ts';
import { PaymentMemory } from './payment-memory.ts';
import type { Obstacle } from './payment-refusal.ts';
import type { NodeAccess } from './rpc-client.ts';

/** How a transfer is followed. */
export interface SendingPace {
  /** How long whoever sends waits for an answer. */
  answerMs: number;
  /** Pauses before each look for a transfer that was sent. */
  pausesMs: readonly number[];
}

/** Looks for some 90 s: a blockhash lives no longer. */
const defaultPace: SendingPace = {
  answerMs: 6000,
  pausesMs: [400, 600, 1000, 2000, 4000, ...Array.from({ length: 10 }, () => 8000)],
};
/** A transfer that was just sent needs a moment; before this many looks it is not sent again. */
const looksBeforeResending = 3;
/** A node may be behind the one that gave the blockhash. */
const catchUpMs = 800;
/** Beyond these a transfer is sent once and left to the node, which repeats it too. */
const mostFollowed = 50;

interface Followed {
  /** The end: it is there, or nothing more is known. Rejects with a `Problem` when the chain refuses it. */
  end: Promise<'seen' | 'unknown'>;
  isTaken: boolean;
}

/** Sends transfers of wallets, each until it is seen. */
interface TransferSender {
  /** Whether these bytes are being sent already: sending them again then asks no node. */
  isFollowed(signature: string): boolean;
  /** Whether a node may have them from an earlier sending: whatever is said of them now, they may have been paid. */
  mayBeSent(signature: string): boolean;
  /** `mayRepeat` is asked before the bytes go out once more; when it says no, that turn is left out. */
  send(transfer: SignedTransfer, mayRepeat: () => boolean): Promise<SentState>;
}

/**
 * Makes the sender. A payment costs one `sendTransaction` and, until the chain has it, a look at its status after 0.4,
 * 1, 2, 4 and 8 s and then every 8 s; from the fourth look on it is sent again as well, to every node, until they refuse it:
 * then one more look ends it. A usual one is seen at the second look. What is on its way when the process ends is left to
 * the node.
 *
 * Every sending is tried by the node first, so that a refusal comes with its reason and costs no fee. It is believed
 * only while no sending of the same bytes was taken or broke off without an answer; after that it is `unknown`.
 */
export function createTransferSender(
  client: NodeAccess,
  { signal, pace = defaultPace }: { signal: AbortSignal; pace?: SendingPace | undefined },
): TransferSender {
  const followed = new Map<string, Followed>();
  const memory = new PaymentMemory();
  // Every transfer that is on its way listens to it.
  setMaxListeners(0, signal);

  function begin({ raw, signature }: SignedTransfer, mayRepeat: () => boolean): Followed {
    const entry: Followed = { end: Promise.resolve('unknown'), isTaken: false };
    const remember = (): void => memory.add(signature, performance.now());
    const isRoom = followed.size < mostFollowed;
    entry.end = follow({
      send: () => sendOnce(client, raw, remember),
      sendAgain: () => sendToEach(client, raw, remember),
      look: () => readStatus(client, signature),
      mayBeSent: () => memory.has(signature, performance.now()),
      mayRepeat,
      onTaken: () => {
        entry.isTaken = true;
        remember();
      },
      pausesMs: isRoom ? pace.pausesMs : [],
      signal,
    }).finally(() => followed.delete(signature));
    followed.set(signature, entry);
    return entry;
  }

  return {
    isFollowed: (signature) => followed.has(signature),
    mayBeSent: (signature) => memory.has(signature, performance.now()),
    send: async (transfer, mayRepeat) => {
      const entry = followed.get(transfer.signature) ?? begin(transfer, mayRepeat);
      const inTime = new AbortController();
      const late = sleep(pace.answerMs, 'unknown' as const, { signal: inTime.signal, ref: false });
      // Whichever of the two comes second is nobody's any more.
      const both = [entry.end, late];
      for (const each of both) each.catch(() => undefined);
      const state = await Promise.race(both).finally(() => inTime.abort());
      return state === 'unknown' && entry.isTaken ? 'sent' : state;
    },
  };
}

/** One transfer, and what may be done about it. */
interface Following {
  send: () => ReturnType<typeof sendOnce>;
  sendAgain: () => ReturnType<typeof sendToEach>;
  look: () => ReturnType<typeof readStatus>;
  mayBeSent: () => boolean;
  mayRepeat: () => boolean;
  onTaken: () => void;
  pausesMs: readonly number[];
  signal: AbortSignal;
}

async function follow(following: Following): Promise<'seen' | 'unknown'> {
  const { sendAgain, look, mayBeSent, mayRepeat, onTaken, pausesMs, signal } = following;
  const answer = await sendAtFirst(following);
  if (answer === 'seen') onTaken();
  else if (answer !== null && !mayBeSent())
    throw new Problem(answer === 'outdated' ? 'payment_expired' : answer);
  let isRefused = false;
  for (const [looks, pauseMs] of pausesMs.entries()) {
    if (!(await hasPassed(pauseMs, signal))) return 'unknown';
    const status = await look();
    if (status === 'seen') return 'seen';
    if (status !== 'missing' || looks < looksBeforeResending) continue;
    if (isRefused) return 'unknown';
    if (!mayRepeat()) continue;
    // It may be there by now: what a node refuses here says nothing against that.
    const again = await sendAgain();
    if (again === 'seen') onTaken();
    isRefused = again !== 'seen' && again !== null;
  }
  return 'unknown';
}

/** What the nodes say of a transfer that is new to us; null when none answered. */
async function sendAtFirst({ send, look, mayRepeat, signal }: Following): Promise<Obstacle | null> {
  let answer = await send();
  if (answer === 'outdated') {
    if (!(await hasPassed(catchUpMs, signal))) return null;
    answer = mayRepeat() ? await send() : 'busy';
  }
  if (answer !== 'outdated') return answer;
  const status = await look();
  if (status === 'missing') return 'outdated';
  return status === null ? null : 'seen';
}

/** False when the server ends meanwhile. */
async function hasPassed(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  return await sleep(ms, true, { signal, ref: false }).catch(() => false);
}
