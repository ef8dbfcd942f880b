import { setTimeout as sleep } from 'node:timers/promises';
import { Transient } from '#server/app/outside.ts';
import type { OwnedAddress, SweepChain, SweepRefusal } from '#server/app/sweep-ports.ts';
import type { KeyPath } from '#server/domain/donation.ts';
import type { RecoveryStore } from '#server/postgres/donations/recovery-store.ts';
import { settleEntries } from '#server/workers/settle-entries.ts';
import { sweep } from '#server/workers/sweep.ts';
import type { LedgerPorts } from './ledger-ports.ts';
import { createDiffering, type Differing } from './read-differing.ts';

/** An address whose money is still there, and why. */
export interface Unmoved {
  address: string;
  reason: string;
}

/** What is waited for. */
export interface Waiting {
  /** Addresses that are still to be emptied. */
  left: number;
  /** Those of them whose transfer is on its way, and those of which the chain says something else than the books. */
  onTheirWay: number;
  differing: number;
}

/** What passing on needs, and the wallet that the owner of an address has the key of. */
interface SweepNeeds {
  ports: LedgerPorts;
  store: RecoveryStore;
  findOwner: (path: KeyPath) => Promise<OwnedAddress>;
}

/** So many that the node's answers and the disk are never waited for, and few enough for the budget of a public node. */
const atOnce = 32;
const pollMs = 500;
/** Signatures that one call asks about, and those that one round looks at. */
const batch = 256;
const mostOnTheirWay = 8192;
/** A transfer that a node has seen becomes final, or is seen no more, before this is over. */
const seenMs = 5000;
/** Without any change for so long, what the books hold for not final is left to the server: no node can tell, or not yet. */
const settlingMs = 30_000;
/** Without any change for so long, the rest is left to the server, which goes on from the same rows. */
const patienceMs = 180_000;

/**
 * Has the server's own workers pass on all money that the books say may be moved, until nothing more moves. What could
 * not pay for itself is tried once more at the end, when its owner's wallet may hold enough to pay the fee. What the
 * books do not know of an address whose money is to be moved is read first: they may be older than the chain.
 * Returns what is left, with reasons, and how many addresses the books have learnt something of.
 */
export async function sweepEverything(
  { ports, store, findOwner }: SweepNeeds,
  onProgress: (waiting: Waiting) => void,
): Promise<{ unmoved: Unmoved[]; learnt: number }> {
  const refusals = new Map<string, SweepRefusal>();
  const log = { info() {}, warn() {}, error() {} };
  const differing = createDiffering(ports, refusals);
  const observed = { ...ports, sweepChain: rememberRefusals(ports.sweepChain, refusals, findOwner) };
  await store.freeAll();
  const running = [settleEntries(ports, log), sweep(observed, log, atOnce)];
  try {
    const wake = (): void => running.forEach((worker) => worker.wake());
    const hurry = async (live: number): Promise<void> => {
      const hasNews = await differing.read();
      try {
        if ((live > 0 && (await preferReady(ports, store))) || hasNews) wake();
      } catch (error) {
        // It is only for speed: the workers look at every transfer in their own time.
        if (!(error instanceof Transient)) throw error;
      }
    };
    await waitUntilStill({ store, refusals, differing, hurry }, onProgress);
    if (refusals.size > 0) {
      refusals.clear();
      await store.retryAll();
      wake();
      await waitUntilStill({ store, refusals, differing, hurry }, onProgress);
    }
  } finally {
    await Promise.all(running.map((worker) => worker.stop()));
  }
  const unmoved = (await store.listUnmoved()).map(({ address, lastError, isOnItsWay }) => ({
    address,
    reason: explain(refusals.get(address), isOnItsWay, lastError),
  }));
  return { unmoved, learnt: differing.learnt() };
}

/** What has been waited for so far, and how to get on with it. */
interface Progress {
  store: RecoveryStore;
  refusals: ReadonlyMap<string, SweepRefusal>;
  differing: Differing;
  hurry: (live: number) => Promise<void>;
}

/** What the books' wallet cannot pay for, the wallet that was found may: they differ for accounts of other databases. */
function rememberRefusals(
  chain: SweepChain,
  refusals: Map<string, SweepRefusal>,
  findOwner: SweepNeeds['findOwner'],
): SweepChain {
  return {
    ...chain,
    sign: async (request) => {
      let answer = await chain.sign(request);
      const owner = await findOwner(request.from.path);
      if ('refused' in answer && owner.address !== request.owner.address) {
        answer = await chain.sign({ ...request, owner });
      }
      if ('refused' in answer) refusals.set(request.from.address, answer);
      else refusals.delete(request.from.address);
      return answer;
    },
  };
}

/** Resolves when what is left cannot be moved now, or when nothing changes for long. */
async function waitUntilStill(
  { store, refusals, differing, hurry }: Progress,
  onProgress: (waiting: Waiting) => void,
): Promise<void> {
  let lastState = '';
  let changedAt = performance.now();
  for (;;) {
    const counts = await store.countUnmoved();
    onProgress({ left: counts.jobs, onTheirWay: counts.live, differing: countDiffering(refusals) });
    const state = JSON.stringify(counts);
    if (state !== lastState) changedAt = performance.now();
    lastState = state;
    const unchangedMs = performance.now() - changedAt;
    const isSettled = counts.unsettled === 0 || unchangedMs > settlingMs;
    const mayBeStuck = isSettled && counts.live === 0 && refusals.size >= counts.jobs;
    if (mayBeStuck && (await isAllStuck(store, refusals, differing))) return;
    if (unchangedMs > patienceMs) return;
    await sleep(pollMs);
    await hurry(counts.live);
  }
}

function countDiffering(refusals: ReadonlyMap<string, SweepRefusal>): number {
  return [...refusals.values()].filter(({ refused }) => refused === 'books_differ').length;
}

/**
 * What is on its way comes before what is not signed yet: transfers that are final are looked at now, and not when it
 * would be time to send them again; those that nobody has seen are sent again when that time has come.
 */
async function preferReady({ chain }: LedgerPorts, store: RecoveryStore): Promise<boolean> {
  const live = await store.listLive(mostOnTheirWay);
  let isAny = false;
  for (let start = 0; start < live.length; start += batch) {
    const asked = live.slice(start, start + batch);
    const { states } = await chain.readSignatures(asked.map(({ signature }) => ({ signature, slot: null })));
    const isSeen = (index: number): boolean => states[index] === 'processed' || states[index] === 'confirmed';
    const ready = asked.filter(
      ({ isDue }, index) => states[index] === 'finalized' || (isDue && !isSeen(index)),
    );
    await store.prefer(ready.map(({ donationId }) => donationId));
    const seen = asked.filter((_, index) => isSeen(index));
    await store.putOff(
      seen.map(({ donationId }) => donationId),
      seenMs,
    );
    isAny ||= ready.length > 0;
  }
  return isAny;
}

async function isAllStuck(
  store: RecoveryStore,
  refusals: ReadonlyMap<string, SweepRefusal>,
  differing: Differing,
): Promise<boolean> {
  const mayPass = (address: string): boolean => {
    const refusal = refusals.get(address);
    if (refusal === undefined) return true;
    return refusal.refused === 'books_differ' && !differing.isGivenUp(address);
  };
  return (await store.listUnmoved()).every(({ address, isOnItsWay }) => !isOnItsWay && !mayPass(address));
}

function explain(refusal: SweepRefusal | undefined, isOnItsWay: boolean, lastError: string | null): string {
  if (isOnItsWay) return 'its transfer is on its way; the server follows it';
  if (refusal?.refused === 'too_small') {
    return 'too little to pay for its own transfer, and its streamer’s wallet cannot pay either: it moves by itself once that wallet holds some 0.001 SOL more';
  }
  if (refusal?.refused === 'would_fail') {
    return 'the chain would refuse the transfer, so nothing was sent: where that lasts, the destination takes no money, and the streamer should set another payout address';
  }
  if (refusal?.refused === 'books_differ') {
    return `the books differ from the chain, which says ${refusal.chainLamports} lamports: run reconcile`;
  }
  return lastError ?? 'the server tries again';
}
