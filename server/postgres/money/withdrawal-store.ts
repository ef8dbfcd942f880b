import { sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import type { Clock } from '#server/app/ports.ts';
import type {
  NewWithdrawal,
  SignedWithdrawal,
  WithdrawalJob,
  WithdrawalStore,
} from '#server/app/wallet-ports.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { epochOfBooks } from '#server/postgres/operator/installation.ts';
import { hint } from '#server/postgres/connection/outbox.ts';
import { wakeOversleptJobs } from './wake-overslept.ts';
import { findLive, findOneWithdrawal, findWithdrawal } from './withdrawal-rows.ts';

/**
 * Withdrawals as rows. One is claimed with a lease and a new fence; signing and giving up name the fence, so that a worker
 * that was away too long does neither. How a transfer ended is the chain's word, whoever asked. The column `attempts` counts
 * refusals in a row: it is written with the time of the next try.
 */
export function createWithdrawalStore(db: Database, clock: Clock): WithdrawalStore {
  return {
    create: (order) => db.transaction().execute((trx) => create(trx, order, clock.now())),
    find: (userId, id) => findWithdrawal(db, userId, id),
    findLatest: (userId, endedAfter) =>
      findOneWithdrawal(
        db,
        sql`w.user_id = ${userId} and (w.ended_at is null or w.ended_at > ${endedAfter})
          order by w.ended_at is null desc, w.created_at desc limit 1`,
      ),
    claim: (leaseMs) => claim(db, leaseMs),
    async keep(jobs, leaseMs) {
      await sql`
        update withdrawals set lease_until = now() + ${leaseMs} * interval '1 ms'
        from unnest(
          ${jobs.map(({ withdrawal }) => withdrawal.id)}::uuid[], ${jobs.map(({ fence }) => String(fence))}::bigint[]
        ) as held (held_id, held_fence)
        where id = held.held_id and fence = held.held_fence`.execute(db);
    },
    async nextDueAt() {
      const { rows } = await sql<{ at: Date | null }>`
        select min(greatest(next_attempt_at, coalesce(lease_until, next_attempt_at))) as at
        from withdrawals where ended_at is null`.execute(db);
      return rows[0]?.at ?? null;
    },
    wakeOverslept: () => wakeOversleptJobs(db, 'withdrawals'),
    storeSigned: (job, signed) => db.transaction().execute((trx) => storeSigned(trx, job, signed)),
    async noteSeen({ withdrawal }) {
      await db
        .updateTable('withdrawals')
        .set({ seen_at: clock.now() })
        .where('id', '=', withdrawal.id)
        .where('seen_at', 'is', null)
        .execute();
    },
    async markExpired({ withdrawal }, signature) {
      await db.transaction().execute(async (trx) => {
        if (!(await endTransfer(trx, signature, 'expired'))) return;
        // What was seen was taken back by the chain.
        await trx.updateTable('withdrawals').set({ seen_at: null }).where('id', '=', withdrawal.id).execute();
      });
    },
    async markLanded({ withdrawal }, signature, entry) {
      await db.transaction().execute(async (trx) => {
        if (!(await endTransfer(trx, signature, entry.succeeded ? 'landed' : 'failed'))) return;
        const end = entry.succeeded ? { landed_at: entry.blockTime } : { failed_at: entry.blockTime };
        await trx
          .updateTable('withdrawals')
          .set({ ...end, ended_at: clock.now(), lease_until: null })
          .where('id', '=', withdrawal.id)
          .where('ended_at', 'is', null)
          .execute();
        if (!entry.succeeded) await auditEnd(trx, withdrawal, 'failed');
      });
    },
    async giveUp({ withdrawal, fence }, why) {
      await db.transaction().execute(async (trx) => {
        const now = clock.now();
        const { numAffectedRows } = await sql`
          update withdrawals set given_up_at = ${now}, given_up_why = ${why}, ended_at = ${now}, lease_until = null
          where id = ${withdrawal.id} and fence = ${fence} and ended_at is null
            and not exists (select from withdrawal_transfers t where t.withdrawal_id = id and t.state <> 'expired')`.execute(
          trx,
        );
        if (numAffectedRows === 1n) await auditEnd(trx, withdrawal, why);
      });
    },
    async release({ withdrawal, fence }, { afterMs, refusals }) {
      await sql`
        update withdrawals set lease_until = null, next_attempt_at = now() + ${afterMs} * interval '1 ms', attempts = ${refusals}
        where id = ${withdrawal.id} and fence = ${fence}`.execute(db);
    },
  };
}

/** The streamer's row makes those that come at once wait for each other: the second finds what the first has stored. */
async function create(trx: Trx, order: NewWithdrawal, now: Date) {
  const { id, userId } = order;
  await sql`select from users where id = ${userId} for no key update`.execute(trx);
  const known = await findWithdrawal(trx, userId, id);
  if (known !== null) return known;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('withdrawals')
    .values({
      id,
      user_id: userId,
      key_epoch: order.keyEpoch,
      destination: order.destination,
      is_all: order.isAll,
      lamports: order.lamports,
      fee_lamports: order.feeLamports,
      unit_price: order.unitPrice,
      balance_lamports: order.balanceLamports,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) throw new Problem('withdrawal_under_way');
  const detail = { withdrawal: id, address: order.destination, lamports: String(order.lamports) };
  await writeAudit(trx, { userId, action: 'withdraw', detail });
  await hint(trx, 'withdrawal');
  const made = await findWithdrawal(trx, userId, id);
  if (made === null) throw new Error('It was stored in this very transaction.');
  return made;
}

async function claim(db: Database, leaseMs: number): Promise<WithdrawalJob | null> {
  const { rows } = await sql<{ id: string; user_id: string; fence: bigint; refusals: number }>`
    update withdrawals set lease_until = now() + ${leaseMs} * interval '1 ms', fence = fence + 1
    where id = (
      select id from withdrawals
      where ended_at is null and next_attempt_at <= now() and (lease_until is null or lease_until < now())
      order by next_attempt_at limit 1 for update skip locked
    ) returning id, user_id, fence, attempts as refusals`.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  const withdrawal = await findWithdrawal(db, row.user_id, row.id);
  if (withdrawal === null) throw new Error('What was claimed is stored.');
  return { withdrawal, fence: row.fence, refusals: row.refusals, live: await findLive(db, row.id) };
}

/**
 * A wallet pays for one thing at a time: for a withdrawal, or for the remainder of a donation. The streamer's row is locked
 * first, as for sweeps, so that the second statement sees what any other worker has stored.
 */
async function storeSigned(trx: Trx, job: WithdrawalJob, signed: SignedWithdrawal): Promise<boolean> {
  const { id, userId } = job.withdrawal;
  await sql`select from users where id = ${userId} for no key update`.execute(trx);
  const { numAffectedRows } = await sql`
    insert into withdrawal_transfers
      (signature, withdrawal_id, raw, lamports, fee_lamports, last_valid_block_height, signed_slot)
    select ${signed.signature}, w.id, ${Buffer.from(signed.raw)}, ${signed.lamports}, ${signed.feeLamports},
           ${signed.lastValidBlockHeight}, ${signed.signedSlot}
    from withdrawals w join users u on u.id = w.user_id
    where w.id = ${id} and w.fence = ${job.fence} and w.ended_at is null
      and w.key_epoch = ${epochOfBooks}
      and not exists (
        select from sweeps s join donations d on d.id = s.donation_id
        where d.user_id = w.user_id and s.state = 'live' and s.fee_payer = u.wallet_address)
    for update of w
    on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

async function endTransfer(
  trx: Trx,
  signature: string,
  state: 'landed' | 'failed' | 'expired',
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('withdrawal_transfers')
    .set({ state, ended_at: sql<Date>`now()` })
    .where('signature', '=', signature)
    .where('state', '=', 'live')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

async function auditEnd(
  trx: Trx,
  { id, userId }: Pick<NewWithdrawal, 'id' | 'userId'>,
  why: string,
): Promise<void> {
  await writeAudit(trx, { userId, action: 'withdrawal_ended', detail: { withdrawal: id, why } });
}
