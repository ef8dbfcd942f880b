import { sql } from 'kysely';
import type { SignedSweep, SweepJob, SweepStore } from '#server/app/sweep-ports.ts';
import type { Database, Trx } from './database.ts';

/**
 * Sweeps as rows. A job is claimed with a lease and a new fence; signing and ending the job name the fence, so that a
 * worker that was away too long signs nothing. How a transfer ended is the chain's word, whoever asked: it is written by
 * its signature, once, without the fence. The lease bears the fence of its claim: who asks for the job again meanwhile
 * raises the fence, and the holder can still free its own lease, and no other.
 */
export function createSweepStore(db: Database): SweepStore {
  return {
    async claim(leaseMs) {
      const { rows } = await sql<{ donation_id: string; fence: bigint; attempts: number }>`
        update sweep_jobs set lease_until = now() + ${leaseMs} * interval '1 ms', lease_fence = fence + 1,
          fence = fence + 1, attempts = attempts + 1
        where donation_id = (
          select donation_id from sweep_jobs
          where next_attempt_at <= now() and (lease_until is null or lease_until < now())
          order by next_attempt_at limit 1 for update skip locked
        ) returning donation_id, fence, attempts`.execute(db);
      const row = rows[0];
      if (row === undefined) return null;
      const live = await findLive(db, row.donation_id);
      return { donationId: row.donation_id, fence: row.fence, attempts: row.attempts, live };
    },
    async keep(jobs, leaseMs) {
      await sql`
        update sweep_jobs set lease_until = now() + ${leaseMs} * interval '1 ms'
        from unnest(
          ${jobs.map(({ donationId }) => donationId)}::uuid[], ${jobs.map(({ fence }) => String(fence))}::bigint[]
        ) as held (id, held_fence)
        where donation_id = held.id and lease_fence = held.held_fence`.execute(db);
    },
    async nextDueAt() {
      const row = await db
        .selectFrom('sweep_jobs')
        .select(
          sql<Date | null>`min(greatest(next_attempt_at, coalesce(lease_until, next_attempt_at)))`.as('at'),
        )
        .executeTakeFirst();
      return row?.at ?? null;
    },
    storeSigned: (job, sweep) => db.transaction().execute((trx) => storeSigned(trx, job, sweep)),
    markExpired: (job, signature) => endSweep(db, job, signature, 'expired'),
    markLanded: (job, signature, succeeded) => endSweep(db, job, signature, succeeded ? 'landed' : 'failed'),
    async isOwn(donationId, signature) {
      const own = await db
        .selectFrom('sweeps')
        .select('signature')
        .where('signature', '=', signature)
        .where('donation_id', '=', donationId)
        .executeTakeFirst();
      return own !== undefined;
    },
    async release(job, afterMs, lastError) {
      await sql`
        update sweep_jobs set lease_until = null, lease_fence = null,
          next_attempt_at = case when fence = ${job.fence} then now() + ${afterMs} * interval '1 ms' else next_attempt_at end,
          last_error = case when fence = ${job.fence} then ${lastError} else last_error end
        where donation_id = ${job.donationId} and lease_fence = ${job.fence}`.execute(db);
    },
    async finish(job) {
      const { numDeletedRows } = await db
        .deleteFrom('sweep_jobs')
        .where('donation_id', '=', job.donationId)
        .where('fence', '=', job.fence)
        .executeTakeFirstOrThrow();
      if (numDeletedRows > 0n) return;
      // It was asked for again meanwhile: whoever claims it next finds out whether anything is left to move.
      await db
        .updateTable('sweep_jobs')
        .set({ lease_until: null, lease_fence: null })
        .where('donation_id', '=', job.donationId)
        .where('lease_fence', '=', job.fence)
        .execute();
    },
  };
}

/**
 * A wallet that pays for remainders pays for one at a time: two transfers that each leave it the rent minimum could
 * together leave it less, and the second would not land. Nor while a withdrawal from it is on its way. Its streamer's row is locked first, so that the second
 * statement sees what any other worker has stored.
 */
async function storeSigned(trx: Trx, job: SweepJob, sweep: SignedSweep): Promise<boolean> {
  await sql`
    select from users where id = (select user_id from donations where id = ${job.donationId})
    for no key update`.execute(trx);
  const { numAffectedRows } = await sql`
    insert into sweeps (signature, donation_id, address, destination, lamports, fee_lamports, fee_payer,
                        raw, last_valid_block_height, fence)
    select ${sweep.signature}, d.id, d.address, ${sweep.destination}, ${sweep.lamports}, ${sweep.feeLamports},
           ${sweep.feePayer}, ${Buffer.from(sweep.raw)}, ${sweep.lastValidBlockHeight}, j.fence
    from sweep_jobs j join donations d on d.id = j.donation_id join users u on u.id = d.user_id
    where j.donation_id = ${job.donationId} and j.fence = ${job.fence}
      and coalesce(u.payout_address, u.wallet_address) = ${sweep.destination}
      and (d.address = ${sweep.feePayer} or not exists (
        select from sweeps s join donations o on o.id = s.donation_id
        where o.user_id = d.user_id and s.state = 'live' and s.fee_payer = ${sweep.feePayer}))
      and (d.address = ${sweep.feePayer} or not exists (
        select from withdrawal_transfers t join withdrawals w on w.id = t.withdrawal_id
        where w.user_id = d.user_id and t.state = 'live'))
    for update of j
    on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

async function findLive(db: Database, donationId: string): Promise<SignedSweep | null> {
  const row = await db
    .selectFrom('sweeps')
    .select([
      'signature',
      'destination',
      'lamports',
      'raw',
      'fee_lamports as feeLamports',
      'fee_payer as feePayer',
      'last_valid_block_height as lastValidBlockHeight',
    ])
    .where('donation_id', '=', donationId)
    .where('state', '=', 'live')
    .executeTakeFirst();
  return row ?? null;
}

async function endSweep(
  db: Database,
  job: SweepJob,
  signature: string,
  state: 'landed' | 'failed' | 'expired',
): Promise<void> {
  await db
    .updateTable('sweeps')
    .set({ state, ended_at: sql<Date>`now()` })
    .where('signature', '=', signature)
    .where('donation_id', '=', job.donationId)
    .where('state', '=', 'live')
    .execute();
}
