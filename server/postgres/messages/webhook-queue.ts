import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { AttemptResult, ClaimedDelivery, WebhookQueue } from '#server/app/webhooks/webhook-ports.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { waitingWebhooks, wakeOversleptWebhooks } from './wake-overslept-messages.ts';

const keptMs = 30 * 24 * 3_600_000;
/** No transaction lasts so long: whoever knew a deleted webhook as living has ended. */
const forgottenMs = 3_600_000;
const tidyBatch = 500;

/** Nothing that is merely due has waited for so long. */
const headStartMs = 50 * 365 * 24 * 3_600_000;
/** A webhook that is let alone is tried all the same so long after a person asked for it. */
const patienceMs = 3000;

/**
 * When something is due that a person waits for: within its webhook it goes before everything that is merely due. Among
 * webhooks it takes its turn as what was due when it was asked for, so that whoever asks all the time comes before nobody.
 */
export function headOfQueue(askedAt: Date): Date {
  return new Date(askedAt.getTime() - headStartMs);
}

/**
 * The queue of deliveries as rows.
 *
 * The lease is on the webhook, so that a receiver gets one message at a time whatever number of processes there is, and
 * who answers slowly takes one place. A claim raises the fence; writing the result names it. Rows are claimed webhook by
 * webhook, never by the age of their deliveries: a long backlog of one hides nobody else's.
 */
export function createWebhookQueue(db: Database): WebhookQueue {
  return {
    claim: (wish) => claim(db, wish),
    finish: (claimed, result) => db.transaction().execute((trx) => finish(trx, claimed, result)),
    wakeOverslept: (now) => wakeOversleptWebhooks(db, now),
    tidy: (now) => tidy(db, now),
  };
}

interface ClaimedRow extends Omit<ClaimedDelivery, 'webhook'> {
  webhookId: string;
  userId: string;
  url: string;
  generation: number;
  replacedAt: Date | null;
  fence: bigint;
  failures: number;
  failingSince: Date | null;
  isProven: boolean;
}

/**
 * A test goes out of a webhook that is switched off as well. `no key update`: payments that are recorded do not wait.
 *
 * It steps from webhook to webhook through the index of what waits: those with nothing to send, which are nearly all,
 * cost nothing.
 */
async function claim(
  db: Database,
  { now, leaseMs, most, provenOnly }: Parameters<WebhookQueue['claim']>[0],
): Promise<ClaimedDelivery[]> {
  const headEnds = new Date(now.getTime() - headStartMs / 2);
  const askedLongAgo = new Date(now.getTime() - patienceMs);
  const { rows } = await sql<ClaimedRow>`
    with recursive ${waitingWebhooks}, free as (
      select w.id, d.id as delivery_id
      from waiting join webhooks w on w.id = waiting.webhook_id cross join lateral (
        select id, next_at,
          case when next_at < ${headEnds} then next_at + ${headStartMs} * interval '1 ms' end as asked_at
        from webhook_deliveries
        where webhook_id = w.id and next_at <= ${now} and (w.is_active or event = 'test')
        order by next_at limit 1
      ) d
      where w.deleted_at is null and (w.lease_until is null or w.lease_until <= ${now})
        and (w.rest_until is null or w.rest_until <= ${now} or d.asked_at <= ${askedLongAgo})
        and (not ${provenOnly}::boolean or (w.is_proven and w.failures = 0))
      order by coalesce(d.asked_at, d.next_at) limit ${most} for no key update of w skip locked
    ), leased as (
      update webhooks w set lease_until = ${now}::timestamptz + ${leaseMs} * interval '1 ms', fence = fence + 1
      from free where w.id = free.id returning w.*, free.delivery_id
    ), counted as (
      update webhook_deliveries d set attempts = attempts + 1
      from leased where d.id = leased.delivery_id returning d.*
    )
    select d.id, d.event, d.payload, d.attempts, l.id as "webhookId", l.user_id as "userId", l.url, l.generation,
      l.replaced_at as "replacedAt", l.fence, l.failures, l.failing_since as "failingSince",
      l.is_proven as "isProven"
    from leased l join counted d on d.webhook_id = l.id`.execute(db);
  return rows.map(({ id, event, payload, attempts, webhookId, ...webhook }) => ({
    id,
    event,
    payload,
    attempts,
    webhook: { id: webhookId, ...webhook },
  }));
}

async function finish(trx: Trx, claimed: ClaimedDelivery, result: AttemptResult): Promise<void> {
  const { id, webhook } = claimed;
  const { is_active: isActive, fence } = await trx
    .selectFrom('webhooks')
    .select(['is_active', 'fence'])
    .where('id', '=', webhook.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const isHolder = fence === webhook.fence;
  if (!isHolder && !result.isDelivered) return;
  const mayRetry = isActive && result.disabledWhy === null;
  const nextAt = mayRetry ? result.nextAt : null;
  await trx
    .updateTable('webhook_deliveries')
    .set({
      last_at: result.at,
      last_status: result.status,
      last_error: result.error,
      last_duration_ms: result.durationMs,
      next_at: nextAt,
      delivered_at: result.isDelivered ? result.at : null,
      given_up_at: !result.isDelivered && nextAt === null ? result.at : null,
    })
    .where('id', '=', id)
    // Somebody may have had it sent anew, switched the webhook off, or delivered it meanwhile.
    .where('delivered_at', 'is', null)
    .execute();
  if (nextAt === null)
    await trx.deleteFrom('webhook_deliveries').where('id', '=', id).where(tellsRemovedTexts).execute();
  if (isHolder) await freeWebhook(trx, claimed, result);
  if (isActive && result.disabledWhy !== null) await disable(trx, claimed, result);
}

async function freeWebhook(
  trx: Trx,
  { event, webhook }: ClaimedDelivery,
  result: AttemptResult,
): Promise<void> {
  const arrived = { failures: 0, failing_since: null, is_proven: true, rest_until: null };
  const rests = { rest_until: sql<Date>`greatest(rest_until, ${result.restUntil})` };
  const failed = { failures: webhook.failures + 1, failing_since: webhook.failingSince ?? result.at };
  // Tests switch no webhook off, so they are not among its failures; but it has to answer again before it is trusted.
  const tried = event === 'test' ? { is_proven: false } : failed;
  await trx
    .updateTable('webhooks')
    .set({ lease_until: null, ...(result.isDelivered ? arrived : { ...tried, ...rests }) })
    .where('id', '=', webhook.id)
    .execute();
}

async function disable(
  trx: Trx,
  { webhook }: ClaimedDelivery,
  { at, disabledWhy }: AttemptResult,
): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ is_active: false, disabled_why: disabledWhy })
    .where('id', '=', webhook.id)
    .execute();
  await giveUpWaiting(trx, webhook.id, at);
  await writeAudit(trx, {
    userId: webhook.userId,
    action: 'webhook_disabled',
    detail: { webhook: webhook.id, why: disabledWhy ?? '' },
  });
}

/** Gives up whatever of a webhook still waits; each can be delivered again by hand. */
export async function giveUpWaiting(trx: Trx, webhookId: string, now: Date): Promise<void> {
  await giveUp(trx, sql`webhook_id = ${webhookId}`, now);
}

/** A message that still waited when the texts of its donation were removed: it goes once it waits no longer. */
const tellsRemovedTexts = sql<SqlBool>`exists (
  select from donations d where d.id = donation_id and d.texts_removed_at > webhook_deliveries.created_at)`;

async function giveUp(db: Database | Trx, condition: RawBuilder<SqlBool>, now: Date): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('next_at', 'is not', null)
    .where(tellsRemovedTexts)
    .where(condition)
    .execute();
  await db
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      next_at: null,
      given_up_at: now,
      last_error: eb.fn.coalesce('last_error', sql<'switched_off'>`'switched_off'`),
    }))
    .where('next_at', 'is not', null)
    .where('event', '<>', 'test')
    .where(condition)
    .execute();
}

async function tidy(db: Database, now: Date): Promise<boolean> {
  const old = new Date(now.getTime() - keptMs);
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_deliveries where id in (
      (select id from webhook_deliveries where next_at is null and created_at < ${old} limit ${tidyBatch})
      union all
      (select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
       where w.deleted_at is not null limit ${tidyBatch}))`.execute(db);
  await sql`
    delete from webhooks w where deleted_at < ${new Date(now.getTime() - forgottenMs)}
      and not exists (select from webhook_deliveries where webhook_id = w.id)`.execute(db);
  // A payment that was being recorded while its webhook was switched off has left them.
  await giveUp(db, sql`exists (select from webhooks where id = webhook_id and not is_active)`, now);
  return numAffectedRows >= BigInt(tidyBatch);
}
