import { setTimeout as sleep } from 'node:timers/promises';
import { NoAnswer, Permanent, Transient } from '#server/app/outside.ts';
import { isTooMany, isUnknownMethod, lastingOf } from './rpc-failure.ts';
import type { RpcAnswer, RpcCall, RpcNode } from './rpc-node.ts';

/** Calls of one method since the start; a repeat counts as a call, whatever gave no answer counts as an error too. */
export interface MethodStats {
  calls: number;
  errors: number;
}

/** How often and how long a call is repeated. */
export interface Patience {
  /** How often each node is asked at most. */
  triesEach: number;
  requestTimeoutMs: number;
  /** When the call with all its repeats has to be over, by `performance.now()`. */
  deadline: number;
  /** 0 ≤ random() < 1, for the jitter. */
  random: () => number;
  /** Hears how long a call waited before it could go out. */
  onWait?: (seconds: number) => void;
}

/** Repeating these could do a thing twice, so they are repeated only if the node turned them away unread. */
const notRepeatable: ReadonlySet<string> = new Set(['requestAirdrop']);

/** Refusals of calls that had broken off before. */
const refusedAfterSilence = new WeakSet<Permanent>();

/** Whether an earlier attempt of the call that was refused broke off: that one may have been done. */
export function isAfterSilence(error: Permanent): boolean {
  return refusedAfterSilence.has(error);
}

/**
 * Makes a call on the node that can take it soonest, and repeats it, elsewhere if possible, while it may still work.
 *
 * Throws `Permanent` as soon as a node refuses for good, which of an unknown method only all of them can, and
 * `Transient` when the attempts or the time are used up or `call.signal` fires.
 */
export async function callRepeatedly(
  nodes: readonly RpcNode[],
  call: RpcCall,
  patience: Patience,
  stats: MethodStats,
): Promise<RpcAnswer> {
  const { deadline } = patience;
  let last: unknown;
  const triesLeft = new Map(nodes.map((node) => [node, patience.triesEach]));
  let isBrokenOff = false;
  while (triesLeft.size > 0) {
    const able = [...triesLeft.keys()];
    const waitsSince = performance.now();
    const node = await claimSoonest(able, call, deadline);
    const waitedMs = performance.now() - waitsSince;
    if (waitedMs >= 1) patience.onWait?.(waitedMs / 1000);
    if (node === null) break;
    const left = (triesLeft.get(node) ?? 0) - 1;
    if (left > 0) triesLeft.set(node, left);
    else triesLeft.delete(node);
    const timeoutMs = Math.ceil(
      Math.min(patience.requestTimeoutMs, Math.max(deadline - performance.now(), 1)),
    );
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]);
    stats.calls += 1;
    try {
      return await node.call({ ...call, signal }, patience.random);
    } catch (error) {
      stats.errors += 1;
      last = lastingOf(last, error);
      if (isUnknownMethod(error) && able.length > 1) {
        triesLeft.delete(node);
        continue;
      }
      if (error instanceof Permanent && isBrokenOff) refusedAfterSilence.add(error);
      isBrokenOff ||= !isTooMany(error);
      const isRepeatable = !notRepeatable.has(call.method) || isTooMany(error);
      if (!(error instanceof Transient) || !isRepeatable || call.signal.aborted) throw error;
    }
  }
  throw last ?? new NoAnswer(`${call.method}: every node rests or is at its limit`);
}

/**
 * Waits for a node that may be asked and counts the call there; null when none is free before the deadline. Of those that
 * are free one that is far behind comes last.
 */
async function claimSoonest(
  nodes: readonly RpcNode[],
  call: RpcCall,
  deadline: number,
): Promise<RpcNode | null> {
  for (;;) {
    const now = performance.now();
    const ready = nodes.map((node) => ({ node, at: Math.max(node.readyAt(call, now), now) }));
    const soonest = ready.reduce((best, next) => {
      const isBetter = next.at === best.at && best.node.isBehind && !next.node.isBehind;
      return next.at < best.at || isBetter ? next : best;
    });
    if (soonest.at > deadline) return null;
    if (soonest.at <= now) {
      soonest.node.claim(call.method, now);
      return soonest.node;
    }
    try {
      await sleep(Math.ceil(soonest.at - now), undefined, { signal: call.signal });
    } catch (error) {
      throw new NoAnswer(`${call.method}: given up while waiting`, { cause: error });
    }
  }
}
