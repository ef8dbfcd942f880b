import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  getBase64Decoder,
  signature as toSignature,
  type Base64EncodedWireTransaction,
  type Rpc,
  type SolanaRpcApi,
} from '@solana/kit';
import { Problem } from '#contract/problem.ts';
import { Permanent, Transient } from '#server/app/outside.ts';
import type { SentState, SignedTransfer } from '#server/app/payment-ports.ts';
import { type Obstacle, obstacleOf, reasonOfRefusal } from './payment-refusal.ts';
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
  /** Whether these bytes are on their way already: sending them again then asks no node. */
  isFollowed(signature: string): boolean;
  send(transfer: SignedTransfer): Promise<SentState>;
}

/**
 * Makes the sender. A payment costs one `sendTransaction` and, until the chain has it, a look at its status after 0.4,
 * 1, 2, 4 and 8 s and then every 8 s; from the third look on it is sent again as well. A usual one is seen at the
 * second look. What is on its way when the process ends is left to the node.
 *
 * Every sending is tried by the node first, so that a refusal comes with its reason and costs no fee.
 */
export function createTransferSender(
  { rpc }: Pick<NodeAccess, 'rpc'>,
  { signal, pace = defaultPace }: { signal: AbortSignal; pace?: SendingPace | undefined },
): TransferSender {
  const followed = new Map<string, Followed>();
  // Every transfer that is on its way listens to it.
  setMaxListeners(0, signal);

  function begin(transfer: SignedTransfer): Followed {
    const entry: Followed = { end: Promise.resolve('unknown'), isTaken: false };
    const isRoom = followed.size < mostFollowed;
    entry.end = follow(rpc, transfer, {
      onTaken: () => (entry.isTaken = true),
      pausesMs: isRoom ? pace.pausesMs : [],
      signal,
    }).finally(() => followed.delete(transfer.signature));
    followed.set(transfer.signature, entry);
    return entry;
  }

  return {
    isFollowed: (signature) => followed.has(signature),
    send: async (transfer) => {
      const entry = followed.get(transfer.signature) ?? begin(transfer);
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

interface Following {
  onTaken: () => void;
  pausesMs: readonly number[];
  signal: AbortSignal;
}

async function follow(
  rpc: Rpc<SolanaRpcApi>,
  transfer: SignedTransfer,
  { onTaken, pausesMs, signal }: Following,
): Promise<'seen' | 'unknown'> {
  if (await isSentAtFirst(rpc, transfer, signal)) onTaken();
  for (const [looks, pauseMs] of pausesMs.entries()) {
    if (!(await hasPassed(pauseMs, signal))) return 'unknown';
    const status = await unlessAway(() => readStatus(rpc, transfer.signature));
    if (status === 'seen') return 'seen';
    if (status !== 'missing' || looks < looksBeforeResending) continue;
    // It may be there by now: what a node refuses here says nothing against that.
    const again = await unlessAway(() => sendOnce(rpc, transfer.raw));
    if (again === 'outdated') return 'unknown';
    if (again === 'seen') onTaken();
  }
  return 'unknown';
}

/** False when no node answered. Throws `Problem` when the chain refuses the transfer, and it is nowhere either. */
async function isSentAtFirst(
  rpc: Rpc<SolanaRpcApi>,
  { raw, signature }: SignedTransfer,
  signal: AbortSignal,
): Promise<boolean> {
  let answer = await unlessAway(() => sendOnce(rpc, raw));
  if (answer === 'outdated' && (await hasPassed(catchUpMs, signal)))
    answer = await unlessAway(() => sendOnce(rpc, raw));
  if (answer === null || answer === 'seen') return answer !== null;
  if (answer !== 'outdated') throw new Problem(answer);
  const status = await unlessAway(() => readStatus(rpc, signature));
  if (status === 'missing') throw new Problem('payment_expired');
  return status !== null;
}

/** `seen` when the node took it, now or before; else why it did not. */
async function sendOnce(rpc: Rpc<SolanaRpcApi>, raw: Uint8Array): Promise<Obstacle> {
  const wire = getBase64Decoder().decode(raw) as Base64EncodedWireTransaction;
  try {
    await rpc.sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' }).send();
    return 'seen';
  } catch (error) {
    if (error instanceof Permanent) return obstacleOf(reasonOfRefusal(error));
    throw error;
  }
}

/** `seen` once it can hardly vanish any more. Throws `Problem('payment_failed')` when it is in a block and failed there. */
async function readStatus(
  rpc: Rpc<SolanaRpcApi>,
  signature: string,
): Promise<'seen' | 'processed' | 'missing'> {
  const { value } = await rpc
    .getSignatureStatuses([toSignature(signature)], { searchTransactionHistory: true })
    .send();
  const [status] = value;
  if (status === undefined || status === null) return 'missing';
  if (status.confirmationStatus === 'processed') return 'processed';
  if (status.err !== null) throw new Problem('payment_failed');
  return 'seen';
}

/** Null when no node answered. */
async function unlessAway<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Transient) return null;
    throw error;
  }
}

/** False when the server ends meanwhile. */
async function hasPassed(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  return await sleep(ms, true, { signal, ref: false }).catch(() => false);
}
