import { sql } from 'kysely';
import type { Clock } from '#server/app/ports.ts';
import type {
  HistoryPage,
  NewWalletEntry,
  StoredWalletEntry,
  WalletHistoryStore,
} from '#server/app/wallet-ports.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';

/** Histories of wallets in PostgreSQL. A page and what is left to read after it are stored together, so that no gap is lost. */
export function createWalletHistoryStore(db: Database, clock: Clock): WalletHistoryStore {
  return {
    async claim(userId, { leaseMs, freshMs }) {
      const now = clock.now();
      const { rows } = await sql<{ newest_signature: string | null; is_fresh: boolean | null }>`
        insert into wallet_reads as r (user_id, lease_until) values (${userId}, now() + ${leaseMs} * interval '1 ms')
        on conflict (user_id) do update set lease_until = excluded.lease_until
        where r.lease_until is null or r.lease_until < now()
        returning newest_signature, read_at > ${new Date(now.getTime() - freshMs)} as is_fresh`.execute(db);
      const row = rows[0];
      if (row === undefined) return null;
      return { head: row.is_fresh === true ? null : { before: null, until: row.newest_signature } };
    },
    async nextGap(userId) {
      const row = await db
        .selectFrom('wallet_gaps')
        .select(['before_signature as before', 'until_signature as until'])
        .where('user_id', '=', userId)
        .orderBy('before_slot', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },
    store: (userId, page) =>
      db.transaction().execute(async (trx) => {
        await insertEntries(trx, userId, page.entries);
        await noteRead(trx, userId, page, clock.now());
      }),
    async release(userId) {
      await db.updateTable('wallet_reads').set({ lease_until: null }).where('user_id', '=', userId).execute();
    },
    async listKnown(userId, signatures) {
      const rows = await db
        .selectFrom('wallet_entries')
        .select('signature')
        .where('user_id', '=', userId)
        .where('signature', 'in', [...signatures])
        .execute();
      return new Set(rows.map(({ signature }) => signature));
    },
    async listOwn(userId, signatures) {
      const { rows } = await sql<
        Pick<NewWalletEntry, 'signature' | 'lamports' | 'feeLamports' | 'donationId'>
      >`
        select s.signature, s.donation_id as "donationId",
          case when s.destination = u.wallet_address then s.lamports else 0 end
            - case when s.fee_payer = u.wallet_address then s.fee_lamports else 0 end as lamports,
          case when s.fee_payer = u.wallet_address then s.fee_lamports else 0 end as "feeLamports"
        from sweeps s join donations d on d.id = s.donation_id join users u on u.id = d.user_id
        where s.signature = any (${signatures}::text[]) and s.state = 'landed' and d.user_id = ${userId}
          and u.wallet_address in (s.destination, s.fee_payer)
        union all
        select t.signature, null, - t.lamports - t.fee_lamports, t.fee_lamports
        from withdrawal_transfers t join withdrawals w on w.id = t.withdrawal_id
        where t.signature = any (${signatures}::text[]) and t.state = 'landed' and w.user_id = ${userId}`.execute(
        db,
      );
      return new Map(rows.map(({ signature, ...known }) => [signature, known]));
    },
    async findDonation(userId, addresses) {
      const row = await db
        .selectFrom('donations')
        .select('id')
        .where('address', 'in', [...addresses])
        .where('user_id', '=', userId)
        .limit(1)
        .executeTakeFirst();
      return row?.id ?? null;
    },
    async list(userId, { before, limit }) {
      const { rows } = await sql<StoredWalletEntry>`
        select e.signature, e.slot, e.block_time as "blockTime", e.lamports, e.fee_lamports as "feeLamports", e.succeeded,
          e.donation_id as "donationId", d.donator_name as "donatorName", w.destination as "withdrawnTo"
        from wallet_entries e
        left join donations d on d.id = e.donation_id
        left join withdrawal_transfers t on t.signature = e.signature
        left join withdrawals w on w.id = t.withdrawal_id and w.user_id = e.user_id
        where e.user_id = ${userId} and e.lamports <> 0
          and ${before === null ? sql`true` : sql`(e.slot, e.signature) < (${before.slot}, ${before.signature})`}
        order by e.slot desc, e.signature desc limit ${limit}`.execute(db);
      return rows;
    },
  };
}

async function insertEntries(trx: Trx, userId: string, entries: readonly NewWalletEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    user_id: userId,
    signature: entry.signature,
    slot: entry.slot,
    block_time: entry.blockTime,
    lamports: entry.lamports,
    fee_lamports: entry.feeLamports,
    succeeded: entry.succeeded,
    donation_id: entry.donationId,
  }));
  await trx
    .insertInto('wallet_entries')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A range that was begun is replaced by what is left of it. A node that lags never sets back what is the newest. */
async function noteRead(
  trx: Trx,
  userId: string,
  { before, until, newest, goesOnBefore }: HistoryPage,
  now: Date,
): Promise<void> {
  if (before === null) {
    await trx.updateTable('wallet_reads').set({ read_at: now }).where('user_id', '=', userId).execute();
    if (newest !== null)
      await sql`
        update wallet_reads set newest_signature = ${newest.signature}, newest_slot = ${newest.slot}
        where user_id = ${userId} and (newest_slot is null or newest_slot <= ${newest.slot})`.execute(trx);
  } else {
    await trx
      .deleteFrom('wallet_gaps')
      .where('user_id', '=', userId)
      .where('before_signature', '=', before)
      .execute();
  }
  if (goesOnBefore === null) return;
  await trx
    .insertInto('wallet_gaps')
    .values({
      user_id: userId,
      before_signature: goesOnBefore.signature,
      before_slot: goesOnBefore.slot,
      until_signature: until,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
