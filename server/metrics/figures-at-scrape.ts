import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import { isBackupFailing, unsweptSince } from '#server/app/operator/judge-operation.ts';
import {
  mostAlertsCounted,
  type OperationFigures,
  type OperationReads,
} from '#server/app/operation-ports.ts';
import type { Clock } from '#server/app/ports.ts';

/** How old figures may be; several scrapers, or one that is in a hurry, cost the database no more. */
const freshMs = 5000;
/** A scrape is not kept waiting by a database that is slow or away. */
const timeoutMs = 3000;

const secondsSince = (at: Date | null, now: number): number =>
  at === null ? 0 : Math.max(0, (now - at.getTime()) / 1000);

const ofMost = `Of all that are not settled ${mostAlertsCounted} are looked at.`;

/**
 * Every figure, by the name under which it is told; null: there is nothing to tell. They are of the whole installation: each
 * process tells the same.
 */
const figures: Record<
  string,
  { help: string; read: (figures: OperationFigures, now: number) => number | null }
> = {
  alerts_waiting: {
    help: `Alerts that are queued and not sent, also where no overlay is open. ${ofMost}`,
    read: ({ alerts }) => alerts.waiting,
  },
  alerts_oldest_waiting_seconds: {
    help: 'Age of the oldest of them.',
    read: ({ alerts }, now) => secondsSince(alerts.oldestWaitingAt, now),
  },
  alerts_stalled_seconds: {
    help: 'For how long an alert could have been sent and was not.',
    read: ({ alerts }, now) => secondsSince(alerts.stalledSince, now),
  },
  alerts_held: { help: `Alerts that wait for approval. ${ofMost}`, read: ({ alerts }) => alerts.held },
  alerts_in_tray: { help: `Alerts in the tray. ${ofMost}`, read: ({ alerts }) => alerts.inTray },
  donations_open: {
    help: 'Donations that wait for their payment.',
    read: ({ money }) => money.waitingForPayment,
  },
  unswept_addresses: {
    help: 'Addresses with SOL that is to be passed on.',
    read: ({ money }) => money.unswept.addresses,
  },
  unswept_lamports: {
    help: 'SOL that is to be passed on.',
    read: ({ money }) => Number(money.unswept.lamports),
  },
  unswept_token_accounts: {
    help: 'Accounts with tokens that are to be passed on.',
    read: ({ money }) => money.unsweptTokens.accounts,
  },
  unswept_oldest_seconds: {
    help: 'Age of the oldest money, SOL or tokens, that is to be passed on.',
    read: ({ money }, now) => secondsSince(unsweptSince(money), now),
  },
  unmovable_lamports: {
    help: 'Money that is too little to pay for its own way.',
    read: ({ money }) => Number(money.tooSmall.lamports),
  },
  sweeps_live: {
    help: 'Signed transfers whose end is not known yet.',
    read: ({ money }) => money.liveSweeps.count,
  },
  sweeps_retried: {
    help: 'Those of them that had to be signed anew.',
    read: ({ money }) => money.liveSweeps.retried,
  },
  sweeps_troubled: {
    help: 'Transfers that wait for another reason than time.',
    read: ({ money }) => money.troubledSweeps.count,
  },
  ledger_mismatches: {
    help: 'Addresses whose books and chain differ.',
    read: ({ money }) => money.ledgerMismatches,
  },
  overlays_connected: { help: 'Overlays that are open.', read: ({ overlays }) => overlays.connected },
  overlays_visible: { help: 'Overlays that OBS shows.', read: ({ overlays }) => overlays.visible },
  processes: { help: 'Server processes that say that they live.', read: ({ processes }) => processes.length },
  watch_lag_seconds: {
    help: 'For how long the address or token account that waits longest should have been read.',
    read: ({ oldestLookDueAt }, now) => secondsSince(oldestLookDueAt, now),
  },
  failing_look_seconds: {
    help: 'For how long the oldest change of an address or a token account could not be recorded.',
    read: ({ failingLookSince }, now) => secondsSince(failingLookSince, now),
  },
  clip_deletion_lag_seconds: {
    help: 'For how long the oldest clip should be gone.',
    read: ({ oldestOverdueClipAt }, now) => secondsSince(oldestOverdueClipAt, now),
  },
  backup_last_success_timestamp_seconds: {
    help: 'When the last back-up was begun that a trial restore has proven and that is still there.',
    read: ({ backups }) => (backups?.lastGood ? backups.lastGood.at.getTime() / 1000 : null),
  },
  backup_last_success_bytes: {
    help: 'Its size.',
    read: ({ backups }) => (backups?.lastGood ? Number(backups.lastGood.bytes) : null),
  },
  backup_interval_seconds: {
    help: 'How often back-ups are made.',
    read: ({ backups }) => (backups === null ? null : backups.everyMs / 1000),
  },
  backup_failing: {
    help: 'Whether the last attempt failed, or the last good back-up is older than twice the interval.',
    read: (figures, now) =>
      figures.backups === null ? null : Number(isBackupFailing(figures.backups, new Date(now))),
  },
  database_bytes: { help: 'Size of the database.', read: ({ database }) => Number(database.bytes) },
  schema_version: {
    help: 'Number of the newest migration.',
    read: ({ database }) => database.schemaVersion,
  },
};

/** Where the figures come from. */
export interface FiguresSources {
  operations: OperationReads;
  clock: Clock;
  /** Whether the database answered lately, however slowly. */
  isDatabaseAnswering: () => boolean;
}

/**
 * Tells the figures of the whole installation, read when somebody scrapes and at most every 5 s. While they cannot be read,
 * or not in time, none of them is told: an old figure would be a wrong one. `brava_database_up` says whether the database
 * is away, too.
 */
export function tellFigures(
  registry: Registry,
  { operations, clock, isDatabaseAnswering }: FiguresSources,
): () => Promise<void> {
  const registers = [registry];
  const up = new Gauge({
    name: 'brava_database_up',
    help: 'Whether the database answers.',
    registers,
    collect() {
      up.set(isDatabaseAnswering() ? 1 : 0);
    },
  });
  const gauges = Object.entries(figures).map(([name, { help, read }]) => ({
    gauge: new Gauge({ name: `brava_${name}`, help, registers }),
    read,
  }));
  let readAt = -Infinity;
  let asked: Promise<OperationFigures | null> | null = null;
  let reading: Promise<void> | null = null;

  // What one scrape did not wait for the next one takes: a slow database is not asked the same twice at once.
  const ask = (): Promise<OperationFigures | null> =>
    (asked ??= operations
      .figures()
      // That they are missing is what is told.
      .catch(() => null)
      .finally(() => (asked = null)));
  const readAll = async (): Promise<void> => {
    const latest = await withinTime(ask());
    for (const { gauge, read } of gauges) {
      const value = latest === null ? null : read(latest, clock.now().getTime());
      if (value === null) gauge.remove();
      else gauge.set(value);
    }
    readAt = performance.now();
  };

  return () => {
    if (reading === null && performance.now() - readAt < freshMs) return Promise.resolve();
    reading ??= readAll().finally(() => (reading = null));
    return reading;
  };
}

async function withinTime(figures: Promise<OperationFigures | null>): Promise<OperationFigures | null> {
  const timer = new AbortController();
  const late = sleep(timeoutMs, null, { signal: timer.signal, ref: false }).catch(() => null);
  const answer = await Promise.race([figures, late]);
  timer.abort();
  return answer;
}
