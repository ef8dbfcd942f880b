import type { ChainFeed } from '#server/app/chain-ports.ts';
import type { Log } from '#server/app/log.ts';
import type { Meter } from '#server/app/meter.ts';
import type { Ports } from '#server/app/ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { createLedgerStore, createTokenLedgerStore } from '#server/postgres/money/ledger-store.ts';
import type { Solana } from '#server/solana/create-solana.ts';
import { askPrices } from '#server/workers/ask-prices.ts';
import { backUp } from '#server/workers/back-up.ts';
import { closeOverlays } from '#server/workers/close-overlays.ts';
import { compareLedger } from '#server/workers/compare-ledger.ts';
import { deleteAccounts, removeOldTexts } from '#server/workers/delete-accounts.ts';
import { deleteClips, sweepClipFiles } from '#server/workers/delete-clips.ts';
import { postWorkers } from '#server/workers/deliver-posts.ts';
import { deliverWebhooks, tidyWebhooks } from '#server/workers/deliver-webhooks.ts';
import { dispatchAlerts } from '#server/workers/dispatch-alerts.ts';
import { readGroups } from '#server/workers/read-groups.ts';
import { saySpeeches } from '#server/workers/say-speeches.ts';
import { settleEntries } from '#server/workers/settle-entries.ts';
import { showHeld } from '#server/workers/show-held.ts';
import { sweep } from '#server/workers/sweep.ts';
import { watchAlarms, watchDatabase } from '#server/workers/watch-alarms.ts';
import { watchPayments } from '#server/workers/watch-payments.ts';
import { withdraw } from '#server/workers/withdraw.ts';
import type { Worker } from '#server/workers/work-loop.ts';
import { startTokenWorkers } from './token-workers.ts';

/** What workers need beside the ports. */
interface WorkerNeeds {
  db: Database;
  processId: string;
  solana: Pick<Solana, 'openFeed' | 'ledgerChain'>;
  meter: Meter;
  isDatabaseAnswering: () => boolean;
}

/** Starts everything that a server does by itself, and tells which feed of the chain it listens to. */
export function startWorkers(
  ports: Ports,
  log: Log,
  { db, processId, solana, meter, isDatabaseAnswering }: WorkerNeeds,
): { workers: Worker[]; feed: () => ChainFeed | null } {
  let feed: ChainFeed | null = null;
  const finalizedSlot = () => feed?.finalizedSlot() ?? null;
  const workers = [
    watchPayments(ports, log, (events) => (feed = solana.openFeed(events))),
    readGroups(ports, log),
    settleEntries(ports, log, finalizedSlot),
    dispatchAlerts(ports, log),
    closeOverlays(ports, log),
    showHeld(ports, log),
    sweep(ports, log),
    startTokenWorkers(ports, log, {
      ledger: createTokenLedgerStore(db, processId),
      meter,
      finalizedSlot,
    }),
    withdraw(ports, log),
    deleteClips(ports, log),
    sweepClipFiles(ports, log),
    saySpeeches(ports, log),
    compareLedger(
      { ...ports, of: 'sol', ledger: createLedgerStore(db, processId), chain: solana.ledgerChain, meter },
      log,
    ),
    deliverWebhooks(ports, log),
    tidyWebhooks(ports, log),
    ...postWorkers(ports, log),
    ...askPrices({ ...ports, meter }, log),
    deleteAccounts(ports, log),
    removeOldTexts(ports, log),
    watchAlarms(ports, log),
    watchDatabase(ports, { log, processId, isAnswering: isDatabaseAnswering }),
    ...backUp(ports, log),
  ];
  return { workers: workers.filter((worker) => worker !== null), feed: () => feed };
}
