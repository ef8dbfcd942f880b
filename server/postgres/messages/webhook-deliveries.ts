import { type Selectable, sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import { isUuid } from '#server/app/is-uuid.ts';
import type { Clock } from '#server/app/ports.ts';
import type { WebhookStore } from '#server/app/webhooks/webhook-ports.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { hint } from '#server/postgres/connection/outbox.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';
import { headOfQueue } from './webhook-queue.ts';
import { presentDelivery } from './webhook-rows.ts';

type Row = Selectable<Schema['webhook_deliveries']>;

/** So many tests of a webhook stand in its log, those that were asked for last. */
const keptTests = 20;

/** The log of deliveries, and what a person may do with one. */
export function createDeliveryLog(
  db: Database,
  clock: Clock,
): Pick<WebhookStore, 'addTest' | 'listDeliveries' | 'findDelivery' | 'redeliver'> {
  return {
    addTest: (by, id, payload) =>
      db.transaction().execute(async (trx) => {
        await checkOwn(trx, by.userId, id);
        await refuseSecondTest(trx, id);
        await forgetOldTests(trx, id);
        const now = clock.now();
        const row = await trx
          .insertInto('webhook_deliveries')
          .values({
            webhook_id: id,
            event: 'test',
            donation_id: null,
            payload,
            created_at: now,
            next_at: headOfQueue(now),
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await hint(trx, 'webhooks');
        return presentDelivery(row);
      }),
    async listDeliveries(userId, id, { limit, offset }) {
      await checkOwn(db, userId, id);
      const of = db.selectFrom('webhook_deliveries').where('webhook_id', '=', id);
      const rows = await of
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(limit)
        .offset(offset)
        .execute();
      const { count } = await of
        .select((eb) => eb.fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow();
      return { data: rows.map(presentDelivery), found: Number(count) };
    },
    findDelivery: async (userId, id) => presentDelivery(await findDelivery(db, userId, id)),
    redeliver: (by, id) =>
      db.transaction().execute(async (trx) => {
        const { webhook_id: webhook } = await findDelivery(trx, by.userId, id);
        const { isActive } = await checkOwn(trx, by.userId, webhook);
        if (!isActive) throw new Problem('webhook_switched_off');
        const row = await trx
          .updateTable('webhook_deliveries')
          .set({ next_at: headOfQueue(clock.now()), attempts: 0, delivered_at: null, given_up_at: null })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await writeAudit(trx, {
          userId: by.userId,
          action: 'webhook_redelivered',
          detail: { webhook, delivery: id, ...(by.tokenName !== null && { token: by.tokenName }) },
        });
        await hint(trx, 'webhooks');
        return presentDelivery(row);
      }),
  };
}

async function checkOwn(db: Database | Trx, userId: string, id: string): Promise<{ isActive: boolean }> {
  const row = isUuid(id)
    ? await db
        .selectFrom('webhooks')
        .select('is_active as isActive')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw new Problem('webhook_not_found');
  return row;
}

/** With the webhook's row locked first: of two who press at once the second finds the test of the first. */
async function refuseSecondTest(trx: Trx, webhookId: string): Promise<void> {
  await trx.selectFrom('webhooks').select('id').where('id', '=', webhookId).forNoKeyUpdate().execute();
  const waiting = await trx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('event', '=', 'test')
    .where('next_at', 'is not', null)
    .executeTakeFirst();
  if (waiting !== undefined) throw new Problem('too_many_webhook_tests');
}

/** Makes room for one more: whoever tests all the time fills no disk. */
async function forgetOldTests(trx: Trx, webhookId: string): Promise<void> {
  await sql`delete from webhook_deliveries where id in (
    select id from webhook_deliveries where webhook_id = ${webhookId} and event = 'test'
    order by created_at desc offset ${keptTests - 1})`.execute(trx);
}

async function findDelivery(db: Database | Trx, userId: string, id: string): Promise<Row> {
  const row = isUuid(id)
    ? await db
        .selectFrom('webhook_deliveries as d')
        .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
        .selectAll('d')
        .where('d.id', '=', id)
        .where('w.user_id', '=', userId)
        .where('w.deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw new Problem('webhook_delivery_not_found');
  return row;
}
