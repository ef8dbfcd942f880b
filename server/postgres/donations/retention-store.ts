import { type RawBuilder, sql } from 'kysely';
import type { RetentionDays } from '#contract/own-account-routes.ts';
import type { RetentionRules, RetentionStore } from '#server/app/own-account-ports.ts';
import type { Clock } from '#server/app/ports.ts';
import { daysInForce } from '#server/app/accounts/text-retention.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { isYetToGo, removeTexts } from './remove-texts.ts';

const dayMs = 24 * 3_600_000;
/** A streamer whose old texts are gone is looked at again after this long. */
const roundMs = 6 * 3_600_000;
/** Streamers who have nothing to remove are passed over many at a time. */
const passedAtOnce = 200;
const addedAtOnce = 1000;
const logBatch = 500;
const firstId = '00000000-0000-0000-0000-000000000000';

interface DueRow {
  userId: string;
  days: RetentionDays | null;
  isChosen: boolean;
  afterAt: string;
  afterId: string | null;
}

/** One whose texts do not stay for ever. */
type BoundRow = DueRow & { before: Date };

/**
 * Retention in PostgreSQL. The row of a streamer is the lease of who removes: locked for one batch, passed over by
 * others. How far the removing has come is stored with each batch, so what was removed is never read again.
 */
export function createRetentionStore(db: Database, clock: Clock): RetentionStore {
  const addRows = createAddingRows(db);
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
    async step(rules) {
      if (await db.transaction().execute((trx) => step(trx, rules, clock.now()))) return true;
      const isForAll = rules.defaultDays !== null || rules.maxDays !== null;
      return isForAll && (await addRows(clock.now()));
    },
  };
}

/** Ends after the first streamer of whom anything goes: the transaction stays short. False when nobody is due. */
async function step(trx: Trx, rules: RetentionRules, now: Date): Promise<boolean> {
  const due = await claimDue(trx, now);
  if (due.length === 0) return false;
  const bound = due.flatMap((one) => {
    const days = daysInForce(one, rules);
    return days === null ? [] : [{ ...one, before: new Date(now.getTime() - days * dayMs) }];
  });
  const busy = await findBusy(trx, bound);
  const first = bound.find(({ userId }) => busy.has(userId));
  if (first !== undefined && !(await removeOld(trx, first, now))) busy.delete(first.userId);
  const done = due.flatMap(({ userId }) => (busy.has(userId) ? [] : [userId]));
  await sql`update text_retention set next_at = ${new Date(now.getTime() + roundMs)}
    where user_id = any(${done}::uuid[])`.execute(trx);
  return true;
}

/**
 * With a rule of the operator's every streamer has something to remove some time: who has no row yet gets one. Users are
 * gone through by their keys, one page with each call, and again after a while: who is new has nothing old. Returns whether
 * there is, or may be, something to do.
 */
function createAddingRows(db: Database): (now: Date) => Promise<boolean> {
  let afterId = firstId;
  let restsUntil = new Date(0);
  return async (now) => {
    if (now < restsUntil) return false;
    const { rows } = await sql<{ lastId: string | null; isFull: boolean; hasAdded: boolean }>`
      with page as (select id from users where id > ${afterId}::uuid order by id limit ${addedAtOnce}),
      added as (
        insert into text_retention (user_id)
        select id from page where not exists (select from text_retention where user_id = page.id) order by id
        on conflict do nothing returning user_id
      )
      select (select id from page order by id desc limit 1) as "lastId",
        (select count(*) from page) = ${addedAtOnce} as "isFull", exists (select from added) as "hasAdded"`.execute(
      db,
    );
    const { lastId = null, isFull = false, hasAdded = false } = rows[0] ?? {};
    const isOver = !isFull || lastId === null;
    if (isOver) restsUntil = new Date(now.getTime() + roundMs);
    afterId = isOver ? firstId : lastId;
    return !isOver || hasAdded;
  };
}

async function claimDue(trx: Trx, now: Date): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select user_id as "userId", days, is_chosen as "isChosen", after_at::text as "afterAt", after_id as "afterId"
    from text_retention where next_at <= ${now} order by next_at, user_id limit ${passedAtOnce}
    for update skip locked`.execute(trx);
  return rows;
}

/** Those streamers of whom there is something to remove. */
async function findBusy(trx: Trx, due: readonly BoundRow[]): Promise<Set<string>> {
  const old = isYetToGo({
    userId: sql`due.user_id`,
    afterAt: sql`due.after_at`,
    afterId: sql`due.after_id`,
    before: sql`due.before`,
  });
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from unnest(
      ${due.map(({ userId }) => userId)}::uuid[], ${due.map(({ afterAt }) => afterAt)}::timestamptz[],
      ${due.map(({ afterId }) => afterId)}::uuid[], ${due.map(({ before }) => before)}::timestamptz[]
    ) due (user_id, after_at, after_id, before)
    where exists (select from donations where ${old})
      or exists (select from desk_log where ${isNamed({ userId: sql`due.user_id`, before: sql`due.before` })})`.execute(
    trx,
  );
  return new Set(rows.map(({ userId }) => userId));
}

/** Of a row of `desk_log`: whether it names a donor, and is that old. */
function isNamed({ userId, before }: Record<'userId' | 'before', RawBuilder<unknown>>): RawBuilder<boolean> {
  return sql`(user_id = ${userId} and at < ${before} and donator_name is not null
    and action not in ('token_created', 'token_ended'))`;
}

/** True when this streamer has, or may have, more. */
async function removeOld(
  trx: Trx,
  { userId, afterAt, afterId, before }: BoundRow,
  now: Date,
): Promise<boolean> {
  const { upTo, isMore } = await removeTexts(trx, { userId, afterAt, afterId, before, now });
  await sql`update text_retention set after_at = ${upTo.afterAt}::timestamptz, after_id = ${upTo.afterId}
    where user_id = ${userId}`.execute(trx);
  if (isMore) return true;
  const old = isNamed({ userId: sql`${userId}::uuid`, before: sql`${before}::timestamptz` });
  const { numAffectedRows = 0n } = await sql`
    update desk_log set donator_name = null
    where id in (select id from desk_log where ${old} limit ${logBatch})`.execute(trx);
  return numAffectedRows === BigInt(logBatch);
}
