import type { Selectable } from 'kysely';
import type { AuditAction } from '#contract/admin.ts';
import { Problem } from '#contract/problem.ts';
import { mostWebhooks, type WebhookEvent } from '#contract/webhooks.ts';
import { isUuid } from '#server/app/is-uuid.ts';
import type { Clock } from '#server/app/ports.ts';
import type { AccountCaller, WebhookChange, WebhookStore } from '#server/app/webhooks/webhook-ports.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { lockAccount } from '#server/postgres/accounts/lock-account.ts';
import { hint } from '#server/postgres/connection/outbox.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';
import { createDeliveryLog } from './webhook-deliveries.ts';
import { giveUpWaiting } from './webhook-queue.ts';
import { presentWebhook } from './webhook-rows.ts';

/** Who creates the same again so soon may not have been answered; later it is another webhook. */
const repeatedWithinMs = 5 * 60_000;

type Row = Selectable<Schema['webhooks']>;

/** Webhooks in PostgreSQL, as their streamer manages them. */
export function createWebhookStore(db: Database, clock: Clock): WebhookStore {
  return {
    ...createDeliveryLog(db, clock),
    async list(userId) {
      const rows = await ofStreamer(db, userId).orderBy('created_at').orderBy('id').execute();
      return rows.map((row) => presentWebhook(row, clock.now()));
    },
    create: (by, { url, events }) =>
      db.transaction().execute(async (trx) => {
        await lockAccount(trx, by.userId);
        const rows = await ofStreamer(trx, by.userId).execute();
        const known = rows.find((row) => isRepeated(row, url, events, clock.now()));
        if (known !== undefined) return presentWebhook(known, clock.now());
        if (rows.length >= mostWebhooks) throw new Problem('too_many_webhooks');
        const row = await trx
          .insertInto('webhooks')
          .values({ user_id: by.userId, url, events: unique(events), created_at: clock.now() })
          .returningAll()
          .executeTakeFirstOrThrow();
        await audit(trx, by, 'webhook_created', row);
        return presentWebhook(row, clock.now());
      }),
    change: (by, id, change) =>
      db.transaction().execute(async (trx) => {
        const before = await lockWebhook(trx, by.userId, id);
        const row = await trx
          .updateTable('webhooks')
          .set(changed(before, change))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        if (!row.is_active) await giveUpWaiting(trx, id, clock.now());
        await audit(trx, by, 'webhook_changed', row);
        await hint(trx, 'webhooks');
        return presentWebhook(row, clock.now());
      }),
    remove: (by, id) =>
      db.transaction().execute(async (trx) => {
        const row = await lockWebhook(trx, by.userId, id);
        await trx
          .updateTable('webhooks')
          .set({ deleted_at: clock.now(), is_active: false, disabled_why: null })
          .where('id', '=', id)
          .execute();
        await audit(trx, by, 'webhook_deleted', row);
      }),
    async keys(userId, id) {
      const row = await findWebhook(db, userId, id);
      return { id: row.id, generation: row.generation, replacedAt: row.replaced_at };
    },
    replaceKeys: (by, id) =>
      db.transaction().execute(async (trx) => {
        const { generation } = await lockWebhook(trx, by.userId, id);
        const row = await trx
          .updateTable('webhooks')
          .set({ generation: generation + 1, replaced_at: clock.now() })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow();
        await audit(trx, by, 'webhook_secret_replaced', row);
        return { id: row.id, generation: row.generation, replacedAt: row.replaced_at };
      }),
  };
}

/** What a change writes. A new URL, or being switched on, gives the webhook a clean sheet. */
function changed(before: Row, { url, events, isActive }: WebhookChange) {
  const after = { url: url ?? before.url, events: unique(events ?? before.events) };
  const isAnew = after.url !== before.url || (isActive === true && !before.is_active);
  const fresh = { failures: 0, failing_since: null, rest_until: null, is_proven: false, disabled_why: null };
  return { ...after, is_active: isActive ?? before.is_active, ...(isAnew && fresh) };
}

/** Whether what is to be created is there already, as it was created a moment ago. */
function isRepeated(row: Row, url: string, events: readonly WebhookEvent[], now: Date): boolean {
  const isYoung = now.getTime() - row.created_at.getTime() < repeatedWithinMs;
  const isSame = row.url === url && unique(events).toSorted().join() === row.events.toSorted().join();
  return isYoung && isSame && row.is_active;
}

function ofStreamer(db: Database | Trx, userId: string) {
  return db.selectFrom('webhooks').selectAll().where('user_id', '=', userId).where('deleted_at', 'is', null);
}

async function findWebhook(db: Database, userId: string, id: string): Promise<Row> {
  if (!isUuid(id)) throw new Problem('webhook_not_found');
  const row = await ofStreamer(db, userId).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Problem('webhook_not_found');
  return row;
}

/** Of two changes at once the second is made of what the first left. Payments do not wait for this lock. */
async function lockWebhook(trx: Trx, userId: string, id: string): Promise<Row> {
  if (!isUuid(id)) throw new Problem('webhook_not_found');
  const row = await ofStreamer(trx, userId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (row === undefined) throw new Problem('webhook_not_found');
  return row;
}

async function audit(trx: Trx, by: AccountCaller, action: AuditAction, { id, url }: Row): Promise<void> {
  const token = by.tokenName === null ? {} : { token: by.tokenName };
  // The path of a URL may be a secret of the receiver's.
  await writeAudit(trx, {
    userId: by.userId,
    action,
    detail: { webhook: id, host: new URL(url).host, ...token },
  });
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
