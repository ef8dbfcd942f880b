import type { LedgerStore } from '#server/app/money/ledger-check.ts';
import type { Log } from '#server/app/log.ts';
import type { Meter } from '#server/app/meter.ts';
import type { Ports } from '#server/app/ports.ts';
import { compareLedger } from '#server/workers/compare-ledger.ts';
import { readFeePayer } from '#server/workers/read-fee-payer.ts';
import { settleTokens } from '#server/workers/settle-entries.ts';
import { sweepTokensOn } from '#server/workers/sweep.ts';
import { watchTokens } from '#server/workers/watch-tokens.ts';
import { startWorker, type Worker } from '#server/workers/work-loop.ts';

/** What the work on tokens needs beside the ports. */
interface TokenNeeds {
  ledger: LedgerStore;
  meter: Meter;
  finalizedSlot: () => bigint | null;
}

/** How soon a server works on tokens that another one was the first to take. */
const lookEveryMs = 10_000;

/**
 * Everything that tokens need beside SOL, from when there are any: a server that began before may be the only one that is
 * left of those that take them.
 */
export function startTokenWorkers(ports: Ports, log: Log, needs: TokenNeeds): Worker {
  let started: Worker[] = [];
  const waiting = startWorker({
    name: 'await-tokens',
    log,
    maxIdleMs: lookEveryMs,
    step: async () => {
      if (started.length === 0 && (await ports.tokens.store.listKnown()).length > 0)
        started = startAll(ports, log, needs);
      return null;
    },
  });
  return {
    wake: () => waiting.wake(),
    async stop() {
      await waiting.stop();
      await Promise.all(started.map((worker) => worker.stop()));
    },
  };
}

function startAll(ports: Ports, log: Log, { ledger, meter, finalizedSlot }: TokenNeeds): Worker[] {
  const { chain, watches } = ports.tokens;
  return [
    watchTokens(ports, log),
    settleTokens(ports, log, finalizedSlot),
    sweepTokensOn(ports, log),
    readFeePayer(ports, log),
    compareLedger({ of: 'tokens', ledger, chain, payments: watches, clock: ports.clock, meter }, log),
  ];
}
