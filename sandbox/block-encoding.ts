import { invalidParams } from './rpc-error.ts';
import type { RpcNode } from './rpc-node.ts';
import type { RpcConfig } from './rpc-params.ts';
import {
  type TransactionEncoding,
  encodeTransaction,
  parseTransactionEncoding,
} from './transaction-encoding.ts';

const DETAILS = ['full', 'accounts', 'signatures', 'none'] as const;

/** How much of a block is wanted. */
export type BlockDetail = {
  readonly transactionDetails: (typeof DETAILS)[number];
  readonly encoding: TransactionEncoding;
  readonly showsRewards: boolean;
};

/** Reads a getBlock config. Throws RpcError -32602 for unknown values. */
export function parseBlockDetail(config: RpcConfig): BlockDetail {
  const wanted = config['transactionDetails'] ?? 'full';
  const transactionDetails = DETAILS.find((known) => known === wanted);
  if (transactionDetails === undefined) {
    throw invalidParams(`Invalid params: unknown transactionDetails, expected one of ${DETAILS.join(', ')}.`);
  }
  return {
    transactionDetails,
    encoding: parseTransactionEncoding(config),
    showsRewards: config['rewards'] !== false,
  };
}

/** A block as getBlock shows it; the sandbox pays no rewards. */
export function encodeBlock(node: RpcNode, slot: number, detail: BlockDetail): Record<string, unknown> {
  const { chain } = node;
  const parentSlot = Math.max(0, slot - 1);
  const block = {
    blockhash: chain.blockhashes.of(slot),
    previousBlockhash: chain.blockhashes.of(parentSlot),
    parentSlot,
    blockHeight: slot,
    blockTime: chain.blockTime(slot),
    ...(detail.showsRewards && { rewards: [] }),
  };
  if (detail.transactionDetails === 'none') return block;
  const records = chain.listSlot(slot);
  if (detail.transactionDetails === 'signatures') {
    return { ...block, signatures: records.map((record) => record.signature) };
  }
  const asAccounts = detail.transactionDetails === 'accounts';
  return {
    ...block,
    transactions: records.map((record) => encodeTransaction(record, detail.encoding, asAccounts)),
  };
}
