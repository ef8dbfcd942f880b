import { sql } from 'kysely';
import type { SignedSweep, SweepJob, SweepStore } from '#server/app/ports.ts';
import type { Database } from './database.ts';

/**
 * Sweeps as rows. A job is claimed with a lease and a new fence; every write after it names the fence, so that a
 * worker that was away too long changes nothing.
 */
export function createSweepStore(db: Database): SweepStore {
  return {
    async claim(leaseMs) {
      const { rows } = await sql<{ donation_id: string; fence: bigint; attempts: number }>`
        update sweep_jobs set lease_until = now() + ${leaseMs} * interval '1 ms', fence = fence + 1, attempts = attempts + 1
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
    async nextDueAt() {
      const row = await db
        .selectFrom('sweep_jobs')
        .select(
          sql<Date | null>`min(greatest(next_attempt_at, coalesce(lease_until, next_attempt_at)))`.as('at'),
        )
        .executeTakeFirst();
      return row?.at ?? null;
    },
    async storeSigned(job, sweep) {
      const { numAffectedRows } = await sql`
        insert into sweeps (signature, donation_id, address, destination, lamports, fee_lamports, fee_payer,
                            raw, last_valid_block_height, fence)
        select ${sweep.signature}, d.id, d.address, ${sweep.destination}, ${sweep.lamports}, ${sweep.feeLamports},
               ${sweep.feePayer}, ${Buffer.from(sweep.raw)}, ${sweep.lastValidBlockHeight}, j.fence
        from sweep_jobs j join donations d on d.id = j.donation_id join users u on u.id = d.user_id
        where j.donation_id = ${job.donationId} and j.fence = ${job.fence}
          and coalesce(u.payout_address, u.wallet_address) = ${sweep.destination}
        for update of j for share of u
        on conflict do nothing`.execute(db);
      return numAffectedRows === 1n;
    },
    markExpired: (job, signature) => endSweep(db, job, signature, 'expired'),
    markLanded: (job, signature, succeeded) => endSweep(db, job, signature, succeeded ? 'landed' : 'failed'),
    async release(job, afterMs, lastError) {
      await db
        .updateTable('sweep_jobs')
        .set({
          next_attempt_at: sql<Date>`now() + ${afterMs} * interval '1 ms'`,
          lease_until: null,
          last_error: lastError,
        })
        .where('donation_id', '=', job.donationId)
        .where('fence', '=', job.fence)
        .execute();
      await freeLease(db, job);
    },
    async finish(job) {
      await db
        .deleteFrom('sweep_jobs')
        .where('donation_id', '=', job.donationId)
        .where('fence', '=', job.fence)
        .execute();
      await freeLease(db, job);
    },
  };
}

/** A job that was asked for again meanwhile has a newer fence and our lease: give it free. */
async function freeLease(db: Database, job: SweepJob): Promise<void> {
  await db
    .updateTable('sweep_jobs')
    .set({ lease_until: null })
    .where('donation_id', '=', job.donationId)
    .where('fence', '=', job.fence + 1n)
    .execute();
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
