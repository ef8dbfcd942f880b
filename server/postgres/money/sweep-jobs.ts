import { type CompiledQuery, sql } from 'kysely';
import type { Failures } from '#server/app/next-try.ts';
import { finalityMs } from '#server/app/money/sweep-donation.ts';
import type { SweepJobs } from '#server/app/sweep-ports.ts';
import type { Entry } from '#server/domain/entries.ts';
import type { Passable } from '#server/domain/passable.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { lockRows } from '#server/postgres/donations/lock-donations.ts';
import { runTogether } from '#server/postgres/connection/run-together.ts';
import { wakeOversleptJobs } from './wake-overslept.ts';

/** The tables of jobs, of SOL and of tokens, with those of their transfers. What is used here, both have. */
const transferTables = { sweep_jobs: 'sweeps', token_sweep_jobs: 'token_sweeps' } as const;
type JobTable = keyof typeof transferTables;
/** What of their transfers `t` is in a block by the books, as entries `e`. */
const entriesOf = {
  sweep_jobs: sql`chain_entries e where e.address = t.address`,
  token_sweep_jobs: sql`token_entries e where e.donation_id = t.donation_id`,
} as const;

/** A claimed row. */
interface ClaimedJob {
  donationId: string;
  fence: bigint;
  refusals: number;
}

/** How those ended that moved nothing. */
interface Fates extends Failures {
  expired: number;
}

const noFates: Fates = { expired: 0, failed: 0, failedMsAgo: 0 };

/** A claimed job with its signed transfer that is on its way, if any, and with how many expired or failed. */
type JobWith<Live> = ClaimedJob & Fates & { live: Live | null };

/** Of jobs the transfers that are on their way, one for each at most. */
interface LiveReading<Row, Live> {
  select: (donationIds: readonly string[]) => CompiledQuery<Row & { donationId: string }>;
  toLive: (row: Row) => Live;
}

/** What is the same for SOL and tokens. */
type CommonJobs<Live> = Omit<SweepJobs<ClaimedJob>, 'claim'> & Pick<SweepJobs<JobWith<Live>>, 'claim'>;

/**
 * Jobs of passing something on, as rows, and how their transfers ended. A job is claimed with a lease and a new fence.
 * The lease bears the fence of its claim: who asks for the job again meanwhile raises the fence, and the holder can still
 * free its own lease, and no other. Nobody else is given the job before that lease ends, however often its workers die.
 *
 * The column `attempts` counts refusals in a row. A claim does not raise it: it is written with the time of the next try.
 *
 * `reading` says how the signed transfers that are on their way are read.
 */
export function createSweepJobs<Row, Live>(
  db: Database,
  table: JobTable,
  reading: LiveReading<Row, Live>,
): CommonJobs<Live> {
  const jobs = sql.table(table);
  const transfers = sql.table(transferTables[table]);
  return {
    async claim(leaseMs, most) {
      const { rows: claimed } = await sql<ClaimedJob>`
        update ${jobs} set lease_until = now() + ${leaseMs} * interval '1 ms', lease_fence = fence + 1,
          fence = fence + 1
        where donation_id = any(array(
          select donation_id from ${jobs}
          where next_attempt_at <= now() and (lease_until is null or lease_until < now())
          order by next_attempt_at limit ${most} for update skip locked
        )) returning donation_id as "donationId", fence, attempts as refusals`.execute(db);
      if (claimed.length === 0) return [];
      const ids = claimed.map(({ donationId }) => donationId);
      const fatesOf = sql<Fates & { donationId: string }>`
        select donation_id as "donationId", count(*) filter (where state = 'expired')::int as expired,
          count(*) filter (where state = 'failed')::int as failed, coalesce(
            extract(epoch from now() - max(ended_at) filter (where state = 'failed')) * 1000, 0
          )::float8 as "failedMsAgo"
        from ${transfers} where donation_id = any(${ids}::uuid[]) and state in ('expired', 'failed')
        group by donation_id`.compile(db);
      // Only now: what the holder before stored until it let go has to be seen.
      const [live, fates] = await runTogether(db, [reading.select(ids), fatesOf]);
      const liveOf = new Map(live.rows.map((row) => [row.donationId, reading.toLive(row)]));
      const fateOf = new Map(fates.rows.map(({ donationId, ...fate }) => [donationId, fate]));
      return claimed.map((job) => ({
        ...job,
        ...(fateOf.get(job.donationId) ?? noFates),
        live: liveOf.get(job.donationId) ?? null,
      }));
    },
    async keep(held, leaseMs) {
      await sql`
        update ${jobs} set lease_until = now() + ${leaseMs} * interval '1 ms'
        from unnest(
          ${held.map(({ donationId }) => donationId)}::uuid[], ${held.map(({ fence }) => String(fence))}::bigint[]
        ) as held (id, held_fence)
        where donation_id = held.id and lease_fence = held.held_fence`.execute(db);
    },
    async nextDueAt() {
      const row = await db
        .selectFrom(table)
        .select(
          sql<Date | null>`min(greatest(next_attempt_at, coalesce(lease_until, next_attempt_at)))`.as('at'),
        )
        .executeTakeFirst();
      return row?.at ?? null;
    },
    wakeOverslept: () => wakeOversleptJobs(db, table),
    async release(job, { afterMs, error, refusals }) {
      await sql`
        update ${jobs} set lease_until = null, lease_fence = null,
          next_attempt_at = case when fence = ${job.fence} then now() + ${afterMs} * interval '1 ms' else next_attempt_at end,
          last_error = case when fence = ${job.fence} then ${error} else last_error end,
          attempts = case when fence = ${job.fence} then ${refusals} else attempts end
        where donation_id = ${job.donationId} and lease_fence = ${job.fence}`.execute(db);
    },
    async finish(job) {
      const { numAffectedRows } = await sql`
        delete from ${jobs} where donation_id = ${job.donationId} and fence = ${job.fence}`.execute(db);
      if ((numAffectedRows ?? 0n) > 0n) return;
      // It was asked for again meanwhile: whoever claims it next finds out whether anything is left to move.
      await sql`
        update ${jobs} set lease_until = null, lease_fence = null
        where donation_id = ${job.donationId} and lease_fence = ${job.fence}`.execute(db);
    },
    async markExpired({ donationId }, signature) {
      await db.transaction().execute(async (trx) => {
        // What becomes final meanwhile waits for it, or is seen.
        await lockRows(trx, [donationId]);
        await sql`
          update ${transfers} t set state = 'expired', ended_at = now()
          where t.signature = ${signature} and t.donation_id = ${donationId} and t.state = 'live' and not exists (
            select from ${entriesOf[table]} and e.signature = t.signature and e.finalized)`.execute(trx);
      });
    },
    async markLanded({ donationId }, signature, succeeded) {
      await sql`
        update ${transfers} set state = ${succeeded ? 'landed' : 'failed'}, ended_at = now()
        where signature = ${signature} and donation_id = ${donationId} and state = 'live'`.execute(db);
    },
    async isOwn(donationId, signature) {
      const { rows } = await sql`
        select 1 from ${transfers} where signature = ${signature} and donation_id = ${donationId}`.execute(
        db,
      );
      return rows.length > 0;
    },
  };
}

/** What a change of a donation may mean to its job. */
interface JobChange {
  /** What was and is to be passed on, if anything. */
  before: Pick<Passable, 'isPart'> | null;
  after: Pick<Passable, 'isPart'> | null;
  /** What a transfer on its way waits for may have come. */
  maySettle: boolean;
  isEndUnstated: boolean;
}

/**
 * Asks for a sweep that is due. Otherwise, where a transfer on its way may have settled, whoever follows it looks at once,
 * and where nobody does and the end of the money is not stated, somebody is asked to. Null where nothing of this is so.
 *
 * A raised fence keeps a worker that is just finishing from removing what was asked for meanwhile, and from putting it off.
 * Where a part could go already, or all of it and nothing of it changed, the job is left alone: it cannot finish while
 * money lies there, and what keeps coming, of the other kind as well, would keep it from ever storing what it signed.
 */
export function sweepJobChange(
  trx: Trx,
  table: JobTable,
  donationId: string,
  { before, after, maySettle, isEndUnstated }: JobChange,
): CompiledQuery | null {
  const jobs = sql.table(table);
  if (after !== null) {
    const isAsBefore = before?.isPart === after.isPart && (after.isPart || !maySettle);
    const ask = sql`update set next_attempt_at = now(), attempts = 0, fence = job.fence + 1`;
    return sql`
      insert into ${jobs} as job (donation_id) values (${donationId})
      on conflict (donation_id) do ${isAsBefore ? sql`nothing` : ask}`.compile(trx);
  }
  if (!maySettle) return null;
  if (isEndUnstated) {
    return sql`
      insert into ${jobs} as job (donation_id) values (${donationId})
      on conflict (donation_id) do update set next_attempt_at = now(), fence = job.fence + 1`.compile(trx);
  }
  return sql`
    update ${jobs} set next_attempt_at = now(), fence = fence + 1 where donation_id = ${donationId}`.compile(
    trx,
  );
}

/**
 * Puts off the job of a transfer that is seen in a block: nothing is to be done until it is final or dropped, and either
 * wakes it. Whoever works on it right now finds that out.
 */
export function waitForFinality(trx: Trx, donationId: string, signatures: readonly string[]): CompiledQuery {
  return sql`
    update sweep_jobs j set next_attempt_at = now() + ${finalityMs} * interval '1 ms'
    from sweeps s where j.donation_id = ${donationId} and j.lease_until is null
      and s.donation_id = j.donation_id and s.state = 'live' and s.signature = any(${signatures})`.compile(
    trx,
  );
}

/**
 * Has a transfer followed again that was taken back after it had ended: its bytes may still land, and nothing else is signed
 * before they cannot. Where one is on its way already, that one: there is room for one. Null where none was taken back.
 */
export function followAgain(
  trx: Trx,
  table: 'sweeps' | 'token_sweeps',
  donationId: string,
  before: { entries: readonly Entry[] },
  after: { entries: readonly Entry[] },
): CompiledQuery | null {
  const dropped = new Set(after.entries.filter((entry) => entry.dropped).map(({ signature }) => signature));
  if (dropped.size === 0) return null;
  const signatures = before.entries
    .filter((entry) => entry.finalized && dropped.has(entry.signature))
    .map(({ signature }) => signature);
  if (signatures.length === 0) return null;
  const transfers = sql.table(table);
  return sql`
    with newest as (
      select signature from ${transfers}
      where donation_id = ${donationId} and (state = 'live' or signature = any(${signatures}))
      order by state = 'live' desc, created_at desc limit 1
    )
    update ${transfers} t set state = case when n.signature is null then 'expired' else 'live' end,
      ended_at = case when n.signature is null then t.ended_at end
    from ${transfers} o left join newest n on n.signature = o.signature
    where o.signature = t.signature and t.donation_id = ${donationId} and t.signature = any(${signatures})
      and t.state in ('landed', 'failed')`.compile(trx);
}

/**
 * What became final tells how a transfer of ours has ended, whatever was said before: one that had expired by a node without
 * its history has landed, and one that was told to have failed may not have. `after` has what may be one. Null where nothing
 * of it became final, or is told otherwise.
 */
export function endAsFinal(
  trx: Trx,
  table: 'sweeps' | 'token_sweeps',
  donationId: string,
  before: { entries: readonly Entry[] },
  after: { entries: readonly Entry[] },
): CompiledQuery | null {
  const known = new Map(
    before.entries
      .filter(({ finalized }) => finalized)
      .map(({ signature, succeeded }) => [signature, succeeded]),
  );
  const ended = after.entries.filter(
    ({ finalized, signature, succeeded }) => finalized && known.get(signature) !== succeeded,
  );
  if (ended.length === 0) return null;
  return sql`
    update ${sql.table(table)} t set state = case when e.succeeded then 'landed' else 'failed' end, ended_at = now()
    from unnest(
      ${ended.map(({ signature }) => signature)}::text[], ${ended.map(({ succeeded }) => succeeded)}::boolean[]
    ) as e (signature, succeeded)
    where t.signature = e.signature and t.donation_id = ${donationId}
      and t.state in ('expired', case when e.succeeded then 'failed' else 'landed' end)`.compile(trx);
}
