import { NODE_VERSION, type RpcMethods, type RpcNode } from '#sandbox/rpc-node.ts';
import { selectBank, visibleSlot } from '#sandbox/bank.ts';
import { RpcError } from '#sandbox/rpc-error.ts';

const SLOTS_PER_EPOCH = 432_000;
const FEATURE_SET = 3_604_001_754;
const SAMPLE_SECONDS = 60;
const MAX_SAMPLES = 720;

function samplePerformance(node: RpcNode, limit: number): unknown[] {
  const slotsPerSample = Math.round((SAMPLE_SECONDS * 1000) / node.slotMs);
  const available = Math.floor(node.chain.slot / slotsPerSample);
  return Array.from({ length: Math.min(limit, available) }, (_, index) => ({
    numSlots: slotsPerSample,
    numTransactions: 0,
    numNonVoteTransactions: 0,
    samplePeriodSecs: SAMPLE_SECONDS,
    slot: (available - index) * slotsPerSample,
  }));
}

/** Methods about the cluster and this node. */
export const CLUSTER_METHODS: RpcMethods = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': NODE_VERSION, 'feature-set': FEATURE_SET }),
  getGenesisHash: (node) => node.genesisHash,
  getIdentity: (node) => ({ identity: node.identity }),
  getClusterNodes: (node) => [
    {
      pubkey: node.identity,
      gossip: null,
      tpu: null,
      tpuQuic: null,
      rpc: null,
      pubsub: null,
      version: NODE_VERSION,
      featureSet: FEATURE_SET,
      shredVersion: 0,
    },
  ],
  getSlotLeader: (node) => node.identity,
  getSlotLeaders: (node, params) => {
    const limit = params.count(1);
    if (limit < 1 || limit > 5000) throw new RpcError(-32602, 'Invalid limit; max 5000');
    return Array.from({ length: limit }, () => node.identity);
  },
  getVoteAccounts: () => ({ current: [], delinquent: [] }),
  getEpochInfo: (node, params) => {
    const { slot } = selectBank(node, params.config(0));
    return {
      absoluteSlot: slot,
      blockHeight: slot,
      epoch: Math.floor(slot / SLOTS_PER_EPOCH),
      slotIndex: slot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: node.store.history.count(),
    };
  },
  getEpochSchedule: () => ({
    slotsPerEpoch: SLOTS_PER_EPOCH,
    leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
    warmup: false,
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
  }),
  getRecentPerformanceSamples: (node, params) => {
    const limit = params.at(0) === undefined ? MAX_SAMPLES : params.count(0);
    if (limit > MAX_SAMPLES) throw new RpcError(-32602, `Invalid limit; max ${MAX_SAMPLES}`);
    return samplePerformance(node, limit);
  },
  getInflationRate: () => ({ total: 0, validator: 0, foundation: 0, epoch: 0 }),
  getInflationGovernor: () => ({ initial: 0, terminal: 0, taper: 0, foundation: 0, foundationTerm: 0 }),
  getSupply: (node, params) => {
    const bank = selectBank(node, params.config(0));
    const faucetLamports = bank.readAccount(node.faucet.address)?.lamports ?? 0n;
    const total = 500_000_000_000_000_000n;
    return bank.inContext({
      total,
      circulating: total - faucetLamports,
      nonCirculating: faucetLamports,
      nonCirculatingAccounts: [node.faucet.address],
    });
  },
  getTransactionCount: (node, params) => {
    selectBank(node, params.config(0));
    return node.store.history.count();
  },
  getMaxRetransmitSlot: (node) => visibleSlot(node, 'processed'),
  getMaxShredInsertSlot: (node) => visibleSlot(node, 'processed'),
};
