import { type RawBuilder, sql } from 'kysely';
import {
  lateMoneyMs,
  mostAlertsCounted,
  type OperationFigures,
  type OperationReads,
} from '#server/app/operation-ports.ts';
import type { Clock } from '#server/app/ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { readBackupFigures } from './backup-figures.ts';
import { isTooSmall } from '#server/postgres/money/stuck-sweeps.ts';
import { listDiffering } from '#server/postgres/money/ledger-findings.ts';
import { processSilentSeconds } from '#server/postgres/connection/process-silent-seconds.ts';

/**
 * How everything stands, from the rows. Each question reads only what is open, by an index that holds nothing else, so
 * that a million settled donations cost nothing.
 */
export function createOperationReads(
  db: Database,
  clock: Clock,
  /** How often back-ups are made; null: not by themselves. */
  backupEveryMs: number | null = null,
  mostAlerts = mostAlertsCounted,
): OperationReads {
  return {
    async figures() {
      const [alerts, stalledSince, money, unswept, unsweptTokens, rest, processes, differing, backups] =
        await Promise.all([
          readAlerts(db, mostAlerts),
          readStalled(db),
          readMoney(db),
          readUnswept(db),
          readUnsweptTokens(db),
          readRest(db, clock),
          readProcesses(db),
          listDiffering(db),
          readBackupFigures(db, backupEveryMs),
        ]);
      return {
        alerts: { ...alerts, stalledSince },
        money: { ...money, ...unswept, unsweptTokens, ledgerMismatches: differing.length },
        ...rest,
        backups,
        processes,
      };
    },
  };
}

async function readAlerts(
  db: Database,
  most: number,
): Promise<Omit<OperationFigures['alerts'], 'stalledSince'>> {
  const row = await first<{ waiting: bigint; oldest: Date | null; held: bigint; tray: bigint }>(
    db,
    sql`
    select count(*) filter (where state = 'queue' and sent_at is null) as waiting,
      min(queued_at) filter (where state = 'queue' and sent_at is null) as oldest,
      count(*) filter (where state = 'held') as held,
      count(*) filter (where state = 'tray') as tray
    from (
      select state, sent_at, queued_at from alerts where state <> 'settled' limit ${most}
    ) unsettled`,
  );
  return {
    waiting: Number(row.waiting),
    oldestWaitingAt: row.oldest,
    held: Number(row.held),
    inTray: Number(row.tray),
  };
}

/** Only streamers with a visible overlay are looked at. A long queue that moves on is not stalled. */
async function readStalled(db: Database): Promise<Date | null> {
  const row = await first<{ since: Date | null }>(
    db,
    sql`
    with ready as (
      select o.user_id, min(o.opened_at) as opened_at
      from overlay_sockets o join processes p on p.id = o.process_id
      where o.visible and p.seen_at > now() - ${processSilentSeconds} * interval '1 second'
      group by o.user_id
    )
    select min(greatest(r.opened_at, q.last_sent_at, a.queued_at)) as since
    from ready r left join alert_queues q on q.user_id = r.user_id
    cross join lateral (
      select min(greatest(queued_at, approved_at)) as queued_at from alerts
      where user_id = r.user_id and state = 'queue' and sent_at is null
    ) a
    where a.queued_at is not null and q.paused_at is null`,
  );
  return row.since;
}

async function readMoney(
  db: Database,
): Promise<
  Pick<
    OperationFigures['money'],
    'waitingForPayment' | 'liveSweeps' | 'troubledSweeps' | 'openWithdrawals' | 'tokens'
  >
> {
  const row = await first<
    Record<'open' | 'live' | 'retried' | 'troubled' | 'withdrawals', bigint> &
      FeePayerRow & { example: string | null; withdrawal: Date | null }
  >(
    db,
    sql`
    select
      (select count(*) from donations where paid_at is null and expired_at is null) as open,
      (select count(*) from sweeps where state = 'live') as live,
      (select count(*) from sweeps l where state = 'live' and exists (
        select from sweeps e where e.donation_id = l.donation_id and e.state in ('expired', 'failed'))) as retried,
      (select count(*) from sweep_jobs where ${isTroubled})
        + (select count(*) from token_sweep_jobs where last_error is not null) as troubled,
      coalesce((select last_error from sweep_jobs where ${isTroubled} order by attempts desc limit 1),
        (select last_error from token_sweep_jobs where last_error is not null order by attempts desc limit 1)) as example,
      (select count(*) from token_sweeps where state = 'live') as "liveTokens",
      (select address from fee_payer) as "feePayer",
      (select lamports from fee_payer where read_at > now() - ${feePayerReadWithin} * interval '1 second') as "feePayerLamports",
      (select lamports < low_lamports and (exists (select from tokens where is_allowed) or exists (select from token_watches))
        from fee_payer) as "isFeePayerLow",
      (select count(*) from withdrawals where ended_at is null) as withdrawals,
      (select min(created_at) from withdrawals where ended_at is null) as withdrawal`,
  );
  return {
    waitingForPayment: Number(row.open),
    liveSweeps: { count: Number(row.live), retried: Number(row.retried) },
    troubledSweeps: { count: Number(row.troubled), example: row.example },
    openWithdrawals: { count: Number(row.withdrawals), oldestAt: row.withdrawal },
    tokens: toTokens(row),
  };
}

/** What the fee payer holds is read every half minute; older than this it is not known. */
const feePayerReadWithin = 300;

interface FeePayerRow {
  liveTokens: bigint;
  feePayer: string | null;
  feePayerLamports: bigint | null;
  isFeePayerLow: boolean | null;
}

function toTokens(row: FeePayerRow): OperationFigures['money']['tokens'] {
  const { feePayer: address, feePayerLamports: lamports, isFeePayerLow } = row;
  if (address === null) return null;
  return {
    feePayer: { address, lamports, isLow: isFeePayerLow === true },
    liveSweeps: Number(row.liveTokens),
  };
}

const isTroubled = sql<boolean>`last_error is not null and not ${isTooSmall}`;

const longUnfinalMinutes = lateMoneyMs / 60_000;

/**
 * A job stands for an address with money. The oldest money is what came after the last that went. Money whose
 * transaction does not become final has no job, and waits as well.
 */
async function readUnswept(db: Database): Promise<Pick<OperationFigures['money'], 'unswept' | 'tooSmall'>> {
  const { rows } = await sql<{ small: boolean; addresses: bigint; lamports: bigint; oldest: Date | null }>`
    with waiting as (
      select donation_id, last_error from sweep_jobs
      union all
      select distinct d.id, null from chain_entries c join donations d on d.address = c.address
      where not c.finalized and not c.dropped and c.lamports > 0
        and c.seen_at < now() - ${longUnfinalMinutes} * interval '1 minute'
        and not exists (select from sweep_jobs j where j.donation_id = d.id)
    )
    select ${isTooSmall} as small, count(*) as addresses, coalesce(sum(e.lamports), 0)::bigint as lamports,
      min(e.oldest) as oldest
    from waiting j join donations d on d.id = j.donation_id
    cross join lateral (
      select sum(c.lamports) as lamports, min(c.block_time) filter (where c.lamports > 0 and c.slot > coalesce(
        (select max(o.slot) from chain_entries o where o.address = d.address and o.lamports < 0 and not o.dropped),
        -1)) as oldest
      from chain_entries c where c.address = d.address and not c.dropped
    ) e
    where e.lamports > 0
    group by 1`.execute(db);
  const unswept = rows.find(({ small }) => !small);
  const tooSmall = rows.find(({ small }) => small);
  return {
    unswept: {
      addresses: Number(unswept?.addresses ?? 0n),
      lamports: unswept?.lamports ?? 0n,
      oldestAt: unswept?.oldest ?? null,
    },
    tooSmall: { addresses: Number(tooSmall?.addresses ?? 0n), lamports: tooSmall?.lamports ?? 0n },
  };
}

/**
 * The same of tokens, each in an account of its own. None is too small: the fee payer pays. What the issuer froze is the
 * money that nobody can move here.
 */
async function readUnsweptTokens(db: Database): Promise<OperationFigures['money']['unsweptTokens']> {
  const row = await first<{ accounts: bigint; oldest: Date | null }>(
    db,
    sql`
    with waiting as (
      select donation_id from token_sweep_jobs where last_error is null or last_error not like 'account_frozen%'
      union all
      select distinct donation_id from token_entries c
      where not finalized and not dropped and units > 0
        and seen_at < now() - ${longUnfinalMinutes} * interval '1 minute'
        and not exists (select from token_sweep_jobs j where j.donation_id = c.donation_id)
    )
    select count(*) as accounts, min(e.oldest) as oldest
    from waiting j cross join lateral (
      select sum(c.units) as units, min(c.block_time) filter (where c.units > 0 and c.slot > coalesce(
        (select max(o.slot) from token_entries o where o.donation_id = j.donation_id and o.units < 0 and not o.dropped),
        -1)) as oldest
      from token_entries c where c.donation_id = j.donation_id and not c.dropped
    ) e
    where e.units > 0`,
  );
  return { accounts: Number(row.accounts), oldestAt: row.oldest };
}

async function readRest(
  db: Database,
  clock: Clock,
): Promise<
  Pick<
    OperationFigures,
    'overlays' | 'oldestLookDueAt' | 'failingLookSince' | 'oldestOverdueClipAt' | 'database'
  >
> {
  const row = await first<{
    connected: bigint;
    visible: bigint;
    look: Date | null;
    failing: Date | null;
    clip: Date | null;
    bytes: bigint;
    server: string;
    schema: number;
  }>(
    db,
    sql`
    select o.connected, o.visible,
      least((select min(next_read_at) from watches), (select min(next_read_at) from reading_groups),
        (select min(next_read_at) from token_watches where is_open),
        (select min(next_read_at) from token_watches where not is_open)) as look,
      least((select min(look_since) from watches where look_at is not null),
        (select min(look_since) from token_watches where look_since is not null)) as failing,
      (select min(expires_at) from clips where deleted_at is null and expires_at <= ${clock.now()}) as clip,
      pg_database_size(current_database()) as bytes,
      current_setting('server_version') as server,
      (select max(number) from schema_migrations) as schema
    from (
      select count(*) as connected, count(*) filter (where s.visible) as visible
      from overlay_sockets s join processes p on p.id = s.process_id
      where p.seen_at > now() - ${processSilentSeconds} * interval '1 second'
    ) o`,
  );
  return {
    overlays: { connected: Number(row.connected), visible: Number(row.visible) },
    oldestLookDueAt: row.look,
    failingLookSince: row.failing,
    oldestOverdueClipAt: row.clip,
    database: { bytes: row.bytes, serverVersion: row.server, schemaVersion: row.schema },
  };
}

async function readProcesses(db: Database): Promise<OperationFigures['processes']> {
  return await db
    .selectFrom('processes')
    .select(['id', 'started_at as startedAt', 'seen_at as seenAt', 'hears_chain as hearsChain'])
    .where('seen_at', '>', sql<Date>`now() - ${processSilentSeconds} * interval '1 second'`)
    .orderBy('started_at')
    .execute();
}

async function first<R>(db: Database, query: RawBuilder<unknown>): Promise<R> {
  const { rows } = await query.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('An aggregate gives one row.');
  return row as R;
}
