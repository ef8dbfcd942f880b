import { getBase64Decoder, signature as toSignature, type Base64EncodedWireTransaction } from '@solana/kit';
import { Problem } from '#contract/problem.ts';
import { Permanent, Transient } from '#server/app/outside.ts';
import { type Obstacle, obstacleOf, reasonOfRefusal } from './payment-refusal.ts';
import { isAfterSilence } from './repeated-call.ts';
import type { NodeAccess } from './rpc-client.ts';

/** What became of a sending: `seen` when a node took it, now or before, else why it did not; null when none answered. */
type Sent = Obstacle | null;

/**
 * Sends signed bytes once, to one node.
 *
 * `onSilence` is told of a node that was asked and left it open: that one may have them, whatever is said after it.
 */
export async function sendOnce(
  { rpc }: Pick<NodeAccess, 'rpc'>,
  raw: Uint8Array,
  onSilence: () => void,
): Promise<Sent> {
  return await toSent(() => sendBy(rpc, raw, onSilence));
}

/** The same to all nodes at once: the first one may have taken them and passed them on to nobody. */
export async function sendToEach(
  client: Pick<NodeAccess, 'onEachNode'>,
  raw: Uint8Array,
  onSilence: () => void,
): Promise<Sent> {
  return await toSent(() => client.onEachNode((rpc) => sendBy(rpc, raw, onSilence)));
}

async function sendBy(rpc: NodeAccess['rpc'], raw: Uint8Array, onSilence: () => void): Promise<void> {
  const wire = getBase64Decoder().decode(raw) as Base64EncodedWireTransaction;
  try {
    await rpc.sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' }).send();
  } catch (error) {
    if (error instanceof Transient || (error instanceof Permanent && isAfterSilence(error))) onSilence();
    throw error;
  }
}

async function toSent(sending: () => Promise<void>): Promise<Sent> {
  try {
    await sending();
    return 'seen';
  } catch (error) {
    if (error instanceof Transient) return null;
    if (error instanceof Permanent) return obstacleOf(reasonOfRefusal(error));
    throw error;
  }
}

/**
 * `seen` once it can hardly vanish any more; null when no node answered. Throws `Problem('payment_failed')` when it is
 * in a block and failed there.
 */
export async function readStatus(
  { rpc }: Pick<NodeAccess, 'rpc'>,
  signature: string,
): Promise<'seen' | 'processed' | 'missing' | null> {
  const answer = await unlessAway(() =>
    rpc.getSignatureStatuses([toSignature(signature)], { searchTransactionHistory: true }).send(),
  );
  if (answer === null) return null;
  const [status] = answer.value;
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
