import type { LedgerStore } from '#server/app/ledger-check.ts';
import type { Log } from '#server/app/log.ts';
import type { Meter } from '#server/app/meter.ts';
import type { Ports } from '#server/app/ports.ts';
import { compareLedger } from '#server/workers/compare-ledger.ts';
import { readFeePayer } from '#server/workers/read-fee-payer.ts';
import { settleTokens } from '#server/workers/settle-entries.ts';
import { sweepTokensOn } from '#server/workers/sweep.ts';
import { watchTokens } from '#server/workers/watch-tokens.ts';
import type { Worker } from '#server/workers/work-loop.ts';

/** Everything that tokens need beside SOL: none where there are none and never were. */
export function startTokenWorkers(
  ports: Ports,
  log: Log,
  use: {
    isInUse: boolean;
    ledger: LedgerStore;
    meter: Meter;
    finalizedSlot: () => bigint | null;
  },
): Worker[] {
  if (!use.isInUse) return [];
  const { chain, watches } = ports.tokens;
  const units = { finalizedLamports: (accounts: readonly string[]) => chain.finalizedUnits(accounts) };
  const { ledger, meter, finalizedSlot } = use;
  return [
    watchTokens(ports, log),
    settleTokens(ports, log, finalizedSlot),
    sweepTokensOn(ports, log),
    readFeePayer(ports, log),
    compareLedger({ ledger, chain: units, payments: watches, clock: ports.clock, meter }, log),
  ];
}
