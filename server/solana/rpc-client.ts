import { createSolanaRpcFromTransport, isJsonRpcPayload, type Rpc, type SolanaRpcApi } from '@solana/kit';
import { Transient } from '#server/app/outside.ts';
import { callRepeatedly, type MethodStats } from './repeated-call.ts';
import { RpcNode, type RpcLimits } from './rpc-node.ts';

/** How the chain is asked. */
export interface RpcOptions {
  /** JSON-RPC addresses, the preferred one first. */
  urls: readonly string[];
  /** Budget of each node; null: no limit. */
  limits: RpcLimits | null;
  /** Deadline of one request. */
  requestTimeoutMs?: number;
  /** Deadline of a call with all its repeats. */
  totalTimeoutMs?: number;
  /** Ends every call at once, with `Transient`: the server stops. */
  signal?: AbortSignal;
  /** 0 ≤ random() < 1, for the jitter. */
  random?: () => number;
}

/** Access to the chain. Whatever it throws is a `Transient` or a `Permanent` with the node's error as cause. */
export interface RpcClient {
  /** Asks whichever node can take the call soonest. */
  rpc: Rpc<SolanaRpcApi>;
  /** Lets all calls of `work` go to one node, and repeats `work` with the next node after a `Transient`. */
  onOneNode<T>(work: (rpc: Rpc<SolanaRpcApi>) => Promise<T>): Promise<T>;
  stats: ReadonlyMap<string, MethodStats>;
}

/**
 * Opens JSON-RPC over one or several nodes, each with its budget and, when it fails, its rests (`Retry-After`, or
 * growing with jitter), while the next one takes over at once.
 */
export function createRpcClient(options: RpcOptions): RpcClient {
  const nodes = options.urls.map((url) => new RpcNode(url, options.limits));
  const stats = new Map<string, MethodStats>();
  // With a second node to go to, a node that failed is not asked again within the same call.
  const pinned = nodes.map((node) => ({
    node,
    rpc: openRpc([node], options, stats, nodes.length === 1 ? Infinity : 1),
  }));
  return {
    rpc: openRpc(nodes, options, stats, Infinity),
    stats,
    onOneNode: async (work) => {
      let last: unknown = new Transient('No node of the chain is configured');
      for (const { rpc } of pinned.toSorted((a, b) => a.node.restsUntil - b.node.restsUntil)) {
        try {
          return await work(rpc);
        } catch (error) {
          if (!(error instanceof Transient)) throw error;
          last = error;
        }
      }
      throw last;
    },
  };
}

function openRpc(
  nodes: readonly RpcNode[],
  options: RpcOptions,
  stats: Map<string, MethodStats>,
  maxAttempts: number,
): Rpc<SolanaRpcApi> {
  const patience = {
    maxAttempts,
    requestTimeoutMs: options.requestTimeoutMs ?? 4000,
    totalTimeoutMs: options.totalTimeoutMs ?? 10_000,
    random: options.random ?? Math.random,
  };
  const signal = options.signal ?? new AbortController().signal;
  return createSolanaRpcFromTransport(async <T>({ payload }: { payload: unknown }) => {
    const method = isJsonRpcPayload(payload) ? payload.method : 'unknown';
    const answer = await callRepeatedly(nodes, { payload, method, signal }, patience, statsOf(stats, method));
    // kit's own API gives the answer its type; `RpcNode` has checked what we read of it.
    return answer as T;
  });
}

function statsOf(stats: Map<string, MethodStats>, method: string): MethodStats {
  const known = stats.get(method) ?? { calls: 0, errors: 0 };
  stats.set(method, known);
  return known;
}
