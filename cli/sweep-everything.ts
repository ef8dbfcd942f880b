import { setTimeout as sleep } from 'node:timers/promises';
import type { SweepChain, SweepRefusal } from '#server/app/ports.ts';
import type { RecoveryStore } from '#server/postgres/recovery-store.ts';
import { settleEntries } from '#server/workers/settle-entries.ts';
import { sweep } from '#server/workers/sweep.ts';
import type { LedgerPorts } from './ledger-ports.ts';

/** An address whose money is still there, and why. */
export interface Unmoved {
  address: string;
  reason: string;
}

const workers = 6;
const pollMs = 300;
/** Without any change for so long, the rest is left to the server, which goes on from the same rows. */
const patienceMs = 180_000;

/**
 * Has the server's own workers pass on all money that the books say may be moved, until nothing more moves. What could
 * not pay for itself is tried once more at the end, when its owner's wallet may hold enough to pay the fee.
 * Returns what is left, with reasons.
 */
export async function sweepEverything(
  ports: LedgerPorts,
  store: RecoveryStore,
  onProgress: (left: number) => void,
): Promise<Unmoved[]> {
  const refusals = new Map<string, SweepRefusal>();
  const log = { info() {}, warn() {}, error() {} };
  const observed = { ...ports, sweepChain: rememberRefusals(ports.sweepChain, refusals) };
  const running = [
    settleEntries(ports, log),
    ...Array.from({ length: workers }, () => sweep(observed, log)),
  ];
  try {
    await waitUntilStill(store, refusals, onProgress);
    if (refusals.size > 0) {
      refusals.clear();
      await store.retryAll();
      for (const worker of running) worker.wake();
      await waitUntilStill(store, refusals, onProgress);
    }
  } finally {
    await Promise.all(running.map((worker) => worker.stop()));
  }
  return (await store.listUnmoved()).map(({ address, lastError, isOnItsWay }) => ({
    address,
    reason: explain(refusals.get(address), isOnItsWay, lastError),
  }));
}

function rememberRefusals(chain: SweepChain, refusals: Map<string, SweepRefusal>): SweepChain {
  return {
    ...chain,
    sign: async (request) => {
      const answer = await chain.sign(request);
      if ('refused' in answer) refusals.set(request.from.address, answer);
      else refusals.delete(request.from.address);
      return answer;
    },
  };
}

/** Resolves when each address that is left was refused for being too small, or when nothing changes for long. */
async function waitUntilStill(
  store: RecoveryStore,
  refusals: ReadonlyMap<string, SweepRefusal>,
  onProgress: (left: number) => void,
): Promise<void> {
  let lastState = '';
  let changedAt = performance.now();
  for (;;) {
    const unmoved = await store.listUnmoved();
    onProgress(unmoved.length);
    const isStuck = ({ address, isOnItsWay }: (typeof unmoved)[number]): boolean =>
      !isOnItsWay && refusals.get(address)?.refused === 'too_small';
    if (unmoved.every(isStuck)) return;
    const state = JSON.stringify(unmoved);
    if (state !== lastState) changedAt = performance.now();
    lastState = state;
    if (performance.now() - changedAt > patienceMs) return;
    await sleep(pollMs);
  }
}

function explain(refusal: SweepRefusal | undefined, isOnItsWay: boolean, lastError: string | null): string {
  if (isOnItsWay) return 'its transfer is on its way; the server follows it';
  if (refusal?.refused === 'too_small') {
    return 'too little to pay for its own transfer, and its streamer’s wallet cannot pay either: it moves by itself once that wallet holds some 0.001 SOL more';
  }
  if (refusal?.refused === 'books_differ') {
    return `the books differ from the chain, which says ${refusal.chainLamports} lamports: run reconcile`;
  }
  return lastError ?? 'the server tries again';
}
