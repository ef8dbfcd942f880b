import type { Signature } from '@solana/kit';
import { firstSlot, requireKept, selectBank, visibleSlot } from '#sandbox/bank.ts';
import type { Place } from '#sandbox/history.ts';
import { RpcError, invalidParams } from '#sandbox/rpc-error.ts';
import type { RpcMethods, RpcNode } from '#sandbox/rpc-node.ts';
import {
  type RpcConfig,
  parseCommitment,
  parseOptionalCount,
  parseSignature,
  parseText,
  parseTexts,
} from '#sandbox/rpc-params.ts';
import { encodeBlock, parseBlockDetail } from '#sandbox/block-encoding.ts';
import { encodeTransaction, parseTransactionEncoding } from '#sandbox/transaction-encoding.ts';
import type { TransactionRecord } from '#sandbox/transaction-record.ts';

const MAX_STATUSES = 256;
const MAX_SIGNATURES = 1000;
/** Without `searchTransactionHistory` a node knows the status of this many recent slots only. */
const STATUS_CACHE_SLOTS = 300;

function toStatus(record: TransactionRecord) {
  return record.err === null ? { Ok: null } : { Err: record.err };
}

/** A transaction that the node still has in its ledger: one of a pruned slot is answered like one that never was. */
function findKept(node: RpcNode, signature: Signature): TransactionRecord | undefined {
  const record = node.chain.findTransaction(signature);
  return record === undefined || record.slot < firstSlot(node) ? undefined : record;
}

function findStatus(node: RpcNode, text: string, searchesHistory: boolean): unknown {
  const record = findKept(node, parseSignature(text));
  const tip = visibleSlot(node, 'processed');
  if (record === undefined || record.slot > tip) return null;
  if (!searchesHistory && record.slot < tip - STATUS_CACHE_SLOTS) return null;
  const confirmationStatus = node.chain.commitmentOf(record.slot, tip);
  return {
    slot: record.slot,
    confirmations: confirmationStatus === 'finalized' ? null : tip - record.slot,
    err: record.err,
    status: toStatus(record),
    confirmationStatus,
  };
}

/** The newest slot of a method that knows only confirmed history. */
function confirmedSlot(node: RpcNode, config: RpcConfig): number {
  if (parseCommitment(config['commitment'], 'finalized') === 'processed') {
    throw invalidParams('Method does not support commitment below `confirmed`');
  }
  return selectBank(node, config).slot;
}

function findPlace(node: RpcNode, value: unknown): Place | undefined | 'unknown' {
  if (value === undefined || value === null) return undefined;
  return findKept(node, parseSignature(parseText(value))) ?? 'unknown';
}

/** Methods that read what has landed. */
export const HISTORY_METHODS: RpcMethods = {
  getSignatureStatuses: (node, params) => {
    const texts = parseTexts(params.list(0));
    if (texts.length > MAX_STATUSES) throw invalidParams(`Too many inputs provided; max ${MAX_STATUSES}`);
    const searchesHistory = params.config(1)['searchTransactionHistory'] === true;
    const bank = selectBank(node, {}, 'processed');
    return bank.inContext(texts.map((text) => findStatus(node, text, searchesHistory)));
  },
  getSignaturesForAddress: (node, params) => {
    const address = params.address(0);
    const config = params.config(1);
    const limit = parseOptionalCount(config['limit']) ?? MAX_SIGNATURES;
    if (limit < 1 || limit > MAX_SIGNATURES) throw invalidParams(`Invalid limit; max ${MAX_SIGNATURES}`);
    const newestSlot = confirmedSlot(node, config);
    const before = findPlace(node, config['before']);
    const found = findPlace(node, config['until']);
    if (before === 'unknown') return [];
    const oldest = { slot: firstSlot(node), position: -1 };
    const until = found === undefined || found === 'unknown' ? oldest : found;
    const page = { newestSlot, before, until, limit };
    const tip = visibleSlot(node, 'processed');
    return node.store.history.listAddress(address, page).map((record) => ({
      signature: record.signature,
      slot: record.slot,
      err: record.err,
      memo: record.memo,
      blockTime: record.blockTime,
      confirmationStatus: node.chain.commitmentOf(record.slot, tip),
    }));
  },
  getTransaction: (node, params) => {
    const signature = params.signature(0);
    const second = params.at(1);
    const config = typeof second === 'string' ? { encoding: second } : params.config(1);
    const encoding = parseTransactionEncoding(config);
    const newestSlot = confirmedSlot(node, config);
    const record = findKept(node, signature);
    if (record === undefined || record.slot > newestSlot) return null;
    return {
      slot: record.slot,
      blockTime: record.blockTime,
      transactionIndex: record.position,
      ...encodeTransaction(record, encoding),
    };
  },
  getBlock: (node, params) => {
    const slot = params.count(0);
    const second = params.at(1);
    const config = typeof second === 'string' ? { encoding: second } : params.config(1);
    const detail = parseBlockDetail(config);
    if (slot > confirmedSlot(node, config))
      throw new RpcError(-32004, `Block not available for slot ${slot}`);
    requireKept(node, slot);
    return encodeBlock(node, slot, detail);
  },
};
