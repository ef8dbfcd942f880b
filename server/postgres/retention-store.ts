import { sql } from 'kysely';
import type { RetentionDays } from '#contract/own-account-routes.ts';
import type { RetentionRules, RetentionStore } from '#server/app/own-account-ports.ts';
import type { Clock } from '#server/app/ports.ts';
import { daysInForce } from '#server/app/text-retention.ts';
import { writeAudit } from './audit-log.ts';
import type { Database, Trx } from './database.ts';
import { removeTexts } from './remove-texts.ts';

const dayMs = 24 * 3_600_000;
/** A streamer whose old texts are gone is looked at again after this long. */
const roundMs = 6 * 3_600_000;
/** Streamers who have nothing to remove are passed over many at a time. */
const passedAtOnce = 200;
const logBatch = 500;

interface DueRow {
  userId: string;
  days: RetentionDays | null;
  isChosen: boolean;
  afterAt: string;
  afterId: string | null;
}

/**
 * Retention in PostgreSQL. The row of a streamer is the lease of who removes: locked for one batch, passed over by
 * others. How far the removing has come is stored with each batch, so what was removed is never read again.
 */
export function createRetentionStore(db: Database, clock: Clock): RetentionStore {
  return {
    async find(userId) {
      const row = await db
        .selectFrom('text_retention')
        .select(['days', 'is_chosen as isChosen'])
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row ?? { days: null, isChosen: false };
    },
    async choose(userId, days) {
      const choice = { days, is_chosen: true, next_at: clock.now() };
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('text_retention')
          .values({ user_id: userId, ...choice })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet(choice))
          .execute();
        await writeAudit(trx, {
          userId,
          action: 'change_retention',
          detail: { days: days === null ? 'never' : String(days) },
        });
      });
    },
    step: (rules) => db.transaction().execute((trx) => step(trx, rules, clock.now())),
  };
}

async function step(trx: Trx, rules: RetentionRules, now: Date): Promise<boolean> {
  const due = await claimDue(trx, now);
  const isForAll = rules.defaultDays !== null || rules.maxDays !== null;
  if (due.length === 0) return isForAll && (await addRows(trx));
  for (const one of due) {
    const days = daysInForce(one, rules);
    const before = days === null ? null : new Date(now.getTime() - days * dayMs);
    if (before !== null && (await removeOld(trx, one, { before, now }))) return true;
    await sql`update text_retention set next_at = ${new Date(now.getTime() + roundMs)}
      where user_id = ${one.userId}`.execute(trx);
  }
  return due.length === passedAtOnce;
}

/** With a rule of the operator's every streamer has something to remove some time: who has no row yet gets one. */
async function addRows(trx: Trx): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into text_retention (user_id)
    select id from users where not exists (select from text_retention where user_id = users.id)
    on conflict do nothing`.execute(trx);
  return numAffectedRows > 0n;
}

async function claimDue(trx: Trx, now: Date): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select user_id as "userId", days, is_chosen as "isChosen", after_at::text as "afterAt", after_id as "afterId"
    from text_retention where next_at <= ${now} order by next_at, user_id limit ${passedAtOnce}
    for update skip locked`.execute(trx);
  return rows;
}

/** True when this streamer has, or may have, more: then the transaction ends here. */
async function removeOld(
  trx: Trx,
  { userId, afterAt, afterId }: DueRow,
  { before, now }: { before: Date; now: Date },
): Promise<boolean> {
  const { upTo, isMore } = await removeTexts(trx, { userId, afterAt, afterId, before, now });
  await sql`update text_retention set after_at = ${upTo.afterAt}::timestamptz, after_id = ${upTo.afterId}
    where user_id = ${userId}`.execute(trx);
  if (isMore) return true;
  const { numAffectedRows = 0n } = await sql`
    update desk_log set donator_name = null where id in (
      select id from desk_log
      where user_id = ${userId} and at < ${before} and donator_name is not null
        and action not in ('token_created', 'token_ended')
      limit ${logBatch}
    )`.execute(trx);
  return numAffectedRows === BigInt(logBatch);
}
