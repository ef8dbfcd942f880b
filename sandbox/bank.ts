import type { Address } from '@solana/kit';
import type { AccountState } from './account-state.ts';
import type { Commitment } from './commitment.ts';
import { RpcError } from './rpc-error.ts';
import { NODE_VERSION, type RpcNode } from './rpc-node.ts';
import { type RpcConfig, parseCommitment, parseOptionalCount } from './rpc-params.ts';

/** The state of the chain that a call asked for: that of the newest slot of a commitment. */
export type Bank = {
  readonly slot: number;
  readonly commitment: Commitment;
  /** Wraps a value with the slot it belongs to. */
  readonly inContext: (value: unknown) => { context: { slot: number; apiVersion: string }; value: unknown };
  readonly readAccount: (address: Address) => AccountState | null;
};

/** The newest slot that a call may see; faults can make the node lag. */
export function visibleSlot(node: RpcNode, commitment: Commitment): number {
  return Math.max(0, node.chain.slotAt(commitment) - node.faults.staleSlots);
}

/** The oldest slot that the node still has in its ledger; 0 unless a fault has it prune what is older. */
export function firstSlot(node: RpcNode): number {
  return node.faults.firstSlot;
}

/** Throws RpcError -32001 for a slot that the node has pruned. */
export function requireKept(node: RpcNode, slot: number): void {
  const first = firstSlot(node);
  if (slot >= first) return;
  throw new RpcError(
    -32001,
    `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`,
  );
}

/**
 * Picks the bank by a call's `commitment` and `minContextSlot`.
 *
 * Throws RpcError -32016 while the node has not reached `minContextSlot`.
 */
export function selectBank(node: RpcNode, config: RpcConfig, otherwise: Commitment = 'finalized'): Bank {
  const commitment = parseCommitment(config['commitment'], otherwise);
  const slot = visibleSlot(node, commitment);
  const minContextSlot = parseOptionalCount(config['minContextSlot']);
  if (minContextSlot !== undefined && slot < minContextSlot) {
    throw new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: slot });
  }
  return {
    slot,
    commitment,
    inContext: (value) => ({ context: { slot, apiVersion: NODE_VERSION }, value }),
    readAccount: (address) => node.chain.readAccount(address, slot),
  };
}
