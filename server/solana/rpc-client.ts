import { createSolanaRpcFromTransport, isJsonRpcPayload, type Rpc, type SolanaRpcApi } from '@solana/kit';
import { type Meter, noMeter } from '#server/app/meter.ts';
import type { NodeState } from '#server/app/operator-ports.ts';
import { mostSlotsBehind } from '#server/app/chain-ports.ts';
import { NoAnswer, Transient } from '#server/app/outside.ts';
import { nodeName } from './node-name.ts';
import { NodeSlots } from './node-slots.ts';
import { openPost, type PostText } from './post-text.ts';
import { callRepeatedly, type MethodStats } from './repeated-call.ts';
import { isNotThereYet, isUnknownMethod, lastingOf, tellingOf } from './rpc-failure.ts';
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
  /** What carries calls to an address: HTTP unless given. */
  openPost?: (url: string) => PostText;
  /** Counts requests by node; nothing does unless given. */
  meter?: Pick<Meter, 'nodeAsked' | 'nodeAwaited'>;
}

/** Public nodes turn an address away that has more than 40 open; those for events are among them. */
const mostConnections = 32;
/** Part of each node's budget that calls which can wait may use up: the rest is for finding payments. */
const patientShare = 0.6;

/** Access to the chain. Whatever it throws is a `Transient` or a `Permanent` with the node's error as cause. */
export interface NodeAccess {
  /** Asks whichever node can take the call soonest; one that is far behind only where no other one can. */
  rpc: Rpc<SolanaRpcApi>;
  /**
   * Lets all calls of `work` go to one node, and repeats `work` with the next node after a `Transient`, or where it
   * lacks a method.
   */
  onOneNode<T>(work: (rpc: Rpc<SolanaRpcApi>) => Promise<T>): Promise<T>;
  /**
   * What two different nodes say, for what no single one is believed. Empty where only one is configured: there is
   * nobody else to ask. Throws `Transient` when fewer than two of several gave an answer.
   */
  onTwoNodes<T>(work: (rpc: Rpc<SolanaRpcApi>) => Promise<T>): Promise<T[]>;
  /**
   * What every node is told at once, because one may take it and lose it: done as soon as one of them has taken it. When none
   * did, throws the refusal of one that refused it, else what may pass, else what the preferred one said.
   */
  onEachNode<T>(work: (rpc: Rpc<SolanaRpcApi>) => Promise<T>): Promise<T>;
}

/** One node by itself. */
interface EachNode {
  name: string;
  rpc: Rpc<SolanaRpcApi>;
  /** Takes whether it has said to be on another network: then it is asked for nothing but that until it says otherwise. */
  noteNetwork: (isElsewhere: boolean) => void;
}

/** Access to the chain, and how often it was used. */
export interface RpcClient extends NodeAccess {
  /**
   * What nodes say that have reached the slot which `work` is given. They have half the time of a call, and each is asked
   * once; behind the address of a single one there may be several servers, so it is asked three times. Where some only lack
   * the slot and no other one answers these are believed: what they say is late, and nothing would be later still.
   */
  onKeptUp<T>(work: (rpc: Rpc<SolanaRpcApi>, minContextSlot: bigint) => Promise<T>): Promise<T>;
  /**
   * What two different nodes say that have reached the slot; what one says where no other one does, or answers, and where all
   * only lack the slot.
   */
  onTwoKeptUp<T>(work: (rpc: Rpc<SolanaRpcApi>, minContextSlot: bigint) => Promise<T>): Promise<T[]>;
  /** The same nodes for calls that can wait: they leave a part of every budget free for those that cannot. */
  patient: NodeAccess & Pick<RpcClient, 'onKeptUp' | 'onTwoKeptUp'>;
  /**
   * Each node by itself, for asking how it is; such calls are not repeated. The whole budget is open to them: a busy node that
   * told no slot would no longer be what others are measured by.
   */
  each: readonly EachNode[];
  stats: ReadonlyMap<string, MethodStats>;
  /** Takes at which confirmed slot each node of `each` is, all asked at the same moment; null: it did not answer. */
  noteSlots: (told: readonly (bigint | null)[]) => void;
  /** The slots that were told last. */
  slots: () => readonly bigint[];
  /** Takes which height each has come to, as of the same moment: by it a node is judged that gives a blockhash. */
  noteHeights: (told: readonly (bigint | null)[]) => void;
  /** How the nodes have answered so far. */
  nodes: () => NodeState[];
}

/**
 * Opens JSON-RPC over one or several nodes, each with its budget and, when it fails, its rests (`Retry-After`, or
 * growing with jitter), while the next one takes over at once.
 */
export function createRpcClient(options: RpcOptions): RpcClient {
  const most = options.limits === null ? Infinity : mostConnections;
  const open = options.openPost ?? ((url) => openPost(url, most));
  const shared = {
    options,
    nodes: options.urls.map(
      (url, index) =>
        new RpcNode(open(url), options.limits, {
          name: nodeName(url, index),
          ...(options.meter && { meter: options.meter }),
        }),
    ),
    stats: new Map<string, MethodStats>(),
  };
  const each = shared.nodes.map((node) => ({
    name: node.name,
    rpc: openRpc(shared, { nodes: [node], share: 1, triesEach: 1 }),
    noteNetwork: (isElsewhere: boolean) => node.noteNetwork(isElsewhere),
  }));
  const slots = new NodeSlots();
  const heights = new NodeSlots();
  let leastSlot = 0n;
  let slotsTold: readonly bigint[] = [];
  return {
    ...openAccess(shared, 1, () => leastSlot),
    patient: openAccess(shared, patientShare, () => leastSlot),
    each,
    stats: shared.stats,
    noteSlots: (told) => {
      slotsTold = told.filter((slot) => slot !== null);
      const newest = slots.hear(told);
      leastSlot = newest === null || newest < mostSlotsBehind ? 0n : newest - mostSlotsBehind;
      for (const [index, slot] of told.entries())
        if (slot !== null) shared.nodes[index]?.noteSlot(slot, newest);
    },
    slots: () => slotsTold,
    noteHeights: (told) => {
      const newest = heights.hear(told);
      for (const node of shared.nodes) node.noteHeight(newest);
    },
    nodes: () => shared.nodes.map(({ state }) => state),
  };
}

/** What all clients of the same nodes share. */
interface Shared {
  options: RpcOptions;
  nodes: readonly RpcNode[];
  stats: Map<string, MethodStats>;
}

function openAccess(shared: Shared, share: number, leastSlot: () => bigint): RpcClient['patient'] {
  const { nodes } = shared;
  // With a second node to go to, a node that failed is not asked again within the same call.
  const triesEach = nodes.length === 1 ? Infinity : 1;
  const pinned = nodes.map((node) => ({ node, rpc: openRpc(shared, { nodes: [node], share, triesEach }) }));
  /** What so many say, or fewer, who was asked, and by what one of the others failed. */
  const askSome = async <T>(wanted: number, work: (rpc: Rpc<SolanaRpcApi>) => Promise<T>) => {
    const answers: T[] = [];
    const asked: { node: RpcNode; hasAnswered: boolean }[] = [];
    let last: unknown;
    for (const { node, rpc } of pinned.toSorted(byUse)) {
      if (answers.length === wanted) break;
      try {
        answers.push(await work(rpc));
        asked.push({ node, hasAnswered: true });
      } catch (error) {
        if (!(error instanceof Transient) && !isUnknownMethod(error)) throw error;
        last = lastingOf(last, error);
        asked.push({ node, hasAnswered: false });
      }
    }
    if (answers.length === 0) throw last ?? new Transient('No node of the chain is configured');
    return { answers, asked, last };
  };
  const askUntil = async <T>(wanted: number, work: (rpc: Rpc<SolanaRpcApi>) => Promise<T>): Promise<T[]> => {
    const { answers, last } = await askSome(wanted, work);
    // What one lacks for good another may have: with fewer answers than wanted nothing is refused.
    if (answers.length < wanted) throw new NoAnswer('Too few nodes gave an answer', { cause: last });
    return answers;
  };
  return {
    rpc: openRpc(shared, { nodes, share, triesEach: Infinity }),
    onKeptUp: openKeptUp(shared, share, leastSlot),
    onOneNode: async <T>(work: (rpc: Rpc<SolanaRpcApi>) => Promise<T>) => {
      const [answer] = await askUntil(1, work);
      return answer as T;
    },
    onTwoNodes: (work) => (nodes.length < 2 ? Promise.resolve([]) : askUntil(2, work)),
    onTwoKeptUp: async (work) => {
      const least = leastSlot();
      try {
        const { answers, asked } = await askSome(2, (rpc) => work(rpc, least));
        for (const { node, hasAnswered } of asked) node.noteCompared(hasAnswered);
        return answers;
      } catch (error) {
        // While the chain makes nothing final, what is final is old on all of them.
        if (!isNotThereYet(error)) throw error;
        return (await askSome(1, (rpc) => work(rpc, 0n))).answers;
      }
    },
    onEachNode: async (work) => {
      return await Promise.any(pinned.map(({ rpc }) => work(rpc))).catch(throwRefusal);
    },
  };
}

/** One that is far behind comes last, before it those that failed and have not answered since, the last one last. */
function byUse({ node: a }: { node: RpcNode }, { node: b }: { node: RpcNode }): number {
  return Number(a.isBehind) - Number(b.isBehind) || failedUntil(a) - failedUntil(b);
}

function failedUntil({ state, restsUntil }: RpcNode): number {
  return state.failures === 0 ? 0 : restsUntil;
}

function throwRefusal(error: unknown): never {
  throw tellingOf(error instanceof AggregateError ? error.errors : [error]);
}

function openKeptUp(shared: Shared, share: number, leastSlot: () => bigint): RpcClient['onKeptUp'] {
  const { nodes } = shared;
  return async (work) => {
    const least = leastSlot();
    const start = performance.now();
    const totalMs = totalTimeoutMsOf(shared);
    const open = (triesEach: number, timeoutMs: number) =>
      openRpc(shared, { nodes, share, triesEach, deadline: start + timeoutMs });
    try {
      return await work(open(nodes.length === 1 ? 3 : 1, totalMs / 2), least);
    } catch (error) {
      if (!(error instanceof Transient) && !isUnknownMethod(error)) throw error;
      return await work(open(Infinity, totalMs), isNotThereYet(error) ? 0n : least);
    }
  };
}

function totalTimeoutMsOf({ options }: Shared): number {
  return options.totalTimeoutMs ?? 10_000;
}

/** How the calls of one client go out; without a `deadline` each has the time of a call. */
interface CallPlan {
  nodes: readonly RpcNode[];
  share: number;
  triesEach: number;
  deadline?: number;
}

function openRpc(shared: Shared, { nodes, share, triesEach, deadline }: CallPlan): Rpc<SolanaRpcApi> {
  const { options, stats } = shared;
  const patience = {
    triesEach,
    requestTimeoutMs: options.requestTimeoutMs ?? 4000,
    random: options.random ?? Math.random,
    onWait: (seconds: number) => (options.meter ?? noMeter).nodeAwaited(seconds),
  };
  const signal = options.signal ?? new AbortController().signal;
  return createSolanaRpcFromTransport(async <T>({ payload }: { payload: unknown }) => {
    const method = isJsonRpcPayload(payload) ? payload.method : 'unknown';
    const call = { payload, method, signal, share };
    const until = deadline ?? performance.now() + totalTimeoutMsOf(shared);
    const answer = await callRepeatedly(
      nodes,
      call,
      { ...patience, deadline: until },
      statsOf(stats, method),
    );
    // kit's own API gives the answer its type; `RpcNode` has checked what we read of it.
    return answer as T;
  });
}

function statsOf(stats: Map<string, MethodStats>, method: string): MethodStats {
  const known = stats.get(method) ?? { calls: 0, errors: 0 };
  stats.set(method, known);
  return known;
}
