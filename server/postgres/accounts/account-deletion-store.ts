import { sql } from 'kysely';
import type { AccountDeletionStore, BlankAccount, MoneyAbout } from '#server/app/own-account-ports.ts';
import type { Clock } from '#server/app/ports.ts';
import { rooms } from '#server/app/rooms.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { stepDeletion } from './delete-account.ts';
import { tellPages } from '#server/postgres/connection/outbox.ts';
import { lockAccount } from './lock-account.ts';
import { tellEnded } from './tell-ended.ts';

/** Deletions of accounts in PostgreSQL. */
export function createAccountDeletionStore(db: Database, clock: Clock): AccountDeletionStore {
  return {
    async ask({ userId, tokenHash }, dueAt) {
      return await db.transaction().execute(async (trx) => {
        const account = await lockAccount(trx, userId);
        if (account.deletes_at !== null) return account.deletes_at;
        await trx
          .insertInto('account_deletions')
          .values({
            user_id: userId,
            asked_at: clock.now(),
            due_at: dueAt,
            was_accepting: account.accepting_donations,
            next_at: dueAt,
          })
          .execute();
        await trx
          .updateTable('users')
          .set({ deletes_at: dueAt, accepting_donations: false })
          .where('id', '=', userId)
          .execute();
        await endOtherSessions(trx, { userId, tokenHash });
        await closeOverlays(trx, userId);
        await writeAudit(trx, { userId, action: 'account_deletion_asked' });
        return dueAt;
      });
    },
    async keep(userId) {
      await db.transaction().execute(async (trx) => {
        // In the order of the worker that deletes: this row before that of the account.
        const asked = await trx
          .deleteFrom('account_deletions')
          .where('user_id', '=', userId)
          .where('begun_at', 'is', null)
          .returning('was_accepting')
          .executeTakeFirst();
        if (asked === undefined) return;
        await trx
          .updateTable('users')
          .set({ deletes_at: null, accepting_donations: asked.was_accepting })
          .where('id', '=', userId)
          .execute();
        await tellPages(trx, userId);
        await writeAudit(trx, { userId, action: 'account_kept' });
      });
    },
    moneyAbout: (userId) => readMoneyAbout(db, userId),
    step: (blank: BlankAccount) =>
      db.transaction().execute((trx) => stepDeletion(trx, { blank, now: clock.now() })),
  };
}

async function endOtherSessions(
  trx: Trx,
  { userId, tokenHash }: { userId: string; tokenHash: Uint8Array },
): Promise<void> {
  const rows = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '<>', tokenHash)
    .returning('token_hash')
    .execute();
  const ended = rows.map((row) => rooms.session(row.token_hash));
  await tellEnded(trx, ended, 'unauthorized');
}

/** Donation pages, overlays and widgets that are open hear that their link is no longer good. */
async function closeOverlays(trx: Trx, userId: string): Promise<void> {
  await tellEnded(trx, [rooms.publicOverlay(userId), rooms.widgetCode(userId)], 'invalid_link_code');
  await tellPages(trx, userId);
}

async function readMoneyAbout(db: Database, userId: string): Promise<MoneyAbout> {
  const { rows } = await sql<{ open: bigint; addresses: bigint; tokens: bigint; lamports: string }>`
    select
      (select count(*) from donations
        where user_id = ${userId} and paid_at is null and expired_at is null) as open,
      (select count(*) from donations t join token_watches w on w.donation_id = t.id
        where t.user_id = ${userId} and w.known_units > 0) as tokens,
      count(*) as addresses, coalesce(sum(held.lamports), 0)::text as lamports
    from donations d cross join lateral (
      select coalesce(sum(lamports), 0) as lamports from chain_entries
      where address = d.address and not dropped
    ) as held
    where d.user_id = ${userId} and held.lamports > 0
      and (d.received_lamports > 0 and d.swept_at is null or d.id in (select donation_id from sweep_jobs))`.execute(
    db,
  );
  const row = rows[0];
  return {
    openDonations: Number(row?.open ?? 0n),
    addressesOnTheWay: Number(row?.addresses ?? 0n) + Number(row?.tokens ?? 0n),
    lamportsOnTheWay: BigInt(row?.lamports ?? '0'),
  };
}
