import { firstSlot, requireKept, selectBank, visibleSlot } from '#sandbox/bank.ts';
import { BLOCKHASH_WINDOW_SLOTS } from '#sandbox/blockhashes.ts';
import { RpcError, invalidParams } from '#sandbox/rpc-error.ts';
import type { RpcMethods } from '#sandbox/rpc-node.ts';
import type { RpcNode } from '#sandbox/rpc-node.ts';
import { type RpcConfig, parseCommitment } from '#sandbox/rpc-params.ts';

const MAX_BLOCKS = 500_000;
const FEE_SAMPLES = 150;
const MAX_FEE_ACCOUNTS = 128;

function listBlocks(node: RpcNode, first: number, last: number, config: RpcConfig): number[] {
  const commitment = parseCommitment(config['commitment'], 'finalized');
  if (commitment === 'processed') throw invalidParams('Method does not support commitment below `confirmed`');
  const start = Math.max(first, firstSlot(node));
  const end = Math.min(last, visibleSlot(node, commitment));
  return end < start ? [] : Array.from({ length: end - start + 1 }, (_, index) => start + index);
}

/** Methods about slots, blocks' times, and blockhashes. */
export const SLOT_METHODS: RpcMethods = {
  getSlot: (node, params) => selectBank(node, params.config(0)).slot,
  getBlockHeight: (node, params) => selectBank(node, params.config(0)).slot,
  getFirstAvailableBlock: (node) => firstSlot(node),
  minimumLedgerSlot: (node) => firstSlot(node),
  getBlockTime: (node, params) => {
    const slot = params.count(0);
    if (slot > visibleSlot(node, 'confirmed')) {
      throw new RpcError(-32004, `Block not available for slot ${slot}`);
    }
    requireKept(node, slot);
    return node.chain.blockTime(slot);
  },
  getBlocks: (node, params) => {
    const first = params.count(0);
    const hasLast = typeof params.at(1) === 'number';
    const last = hasLast ? params.count(1) : Number.MAX_SAFE_INTEGER;
    const config = params.config(hasLast || params.at(1) === null ? 2 : 1);
    if (hasLast && last - first > MAX_BLOCKS) throw invalidParams(`Slot range too large; max ${MAX_BLOCKS}`);
    return listBlocks(node, first, Math.min(last, first + MAX_BLOCKS), config);
  },
  getBlocksWithLimit: (node, params) => {
    const [first, limit] = [Math.max(params.count(0), firstSlot(node)), params.count(1)];
    if (limit > MAX_BLOCKS) throw invalidParams(`Limit too large; max ${MAX_BLOCKS}`);
    return listBlocks(node, first, first + limit - 1, params.config(2));
  },
  getLatestBlockhash: (node, params) => {
    const bank = selectBank(node, params.config(0));
    return bank.inContext({
      blockhash: node.chain.blockhashes.of(bank.slot),
      lastValidBlockHeight: bank.slot + BLOCKHASH_WINDOW_SLOTS,
    });
  },
  isBlockhashValid: (node, params) => {
    const bank = selectBank(node, params.config(1));
    return bank.inContext(node.chain.blockhashes.isValid(params.text(0), bank.slot));
  },
  getRecentPrioritizationFees: (node, params) => {
    const accounts = params.at(0) === undefined ? [] : params.list(0);
    if (accounts.length > MAX_FEE_ACCOUNTS) {
      throw invalidParams(`Too many inputs provided; max ${MAX_FEE_ACCOUNTS}`);
    }
    const newest = visibleSlot(node, 'processed');
    const length = Math.min(FEE_SAMPLES, newest + 1);
    return Array.from({ length }, (_, index) => ({
      slot: newest - length + 1 + index,
      prioritizationFee: 0,
    }));
  },
};
