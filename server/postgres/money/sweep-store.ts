import { type CompiledQuery, sql } from 'kysely';
import type { SignedSweep, SweepJob, SweepStore } from '#server/app/sweep-ports.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { planOnce, runTogether } from '#server/postgres/connection/run-together.ts';
import { createSweepJobs } from './sweep-jobs.ts';

/**
 * Sweeps as rows. Signing and ending the job name its fence, so that a worker that was away too long signs nothing. How a
 * transfer ended is the chain's word, whoever asked: it is written by its signature, once, without the fence.
 */
export function createSweepStore(db: Database): SweepStore {
  return {
    ...createSweepJobs(db, 'sweep_jobs', { select: (ids) => selectLive(db, ids), toLive: (live) => live }),
    storeSigned: (job, sweep) => db.transaction().execute((trx) => storeSigned(trx, job, sweep)),
  };
}

/**
 * A wallet that pays for remainders pays for one at a time: two transfers that each leave it the rent minimum could
 * together leave it less, and the second would not land. Nor while a withdrawal from it is on its way. Its streamer's
 * row is locked first, so that the second statement sees what any other worker has stored.
 */
async function storeSigned(trx: Trx, job: SweepJob, sweep: SignedSweep): Promise<boolean> {
  const wallet = sql`
    select from users where id = (select user_id from donations where id = ${job.donationId})
    for no key update`.compile(trx);
  const transfer = sql`
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
    on conflict do nothing`.compile(trx);
  const [, , stored] = await runTogether(trx, [planOnce, wallet, transfer]);
  return stored.numAffectedRows === 1n;
}

function selectLive(
  db: Database,
  donationIds: readonly string[],
): CompiledQuery<SignedSweep & { donationId: string }> {
  return db
    .selectFrom('sweeps')
    .select([
      'donation_id as donationId',
      'signature',
      'destination',
      'lamports',
      'raw',
      'fee_lamports as feeLamports',
      'fee_payer as feePayer',
      'last_valid_block_height as lastValidBlockHeight',
      'created_at as signedAt',
    ])
    .where(sql<boolean>`donation_id = any(${donationIds}::uuid[])`)
    .where('state', '=', 'live')
    .compile();
}
