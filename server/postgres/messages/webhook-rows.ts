import type { Selectable } from 'kysely';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { bothSecretsMs } from '#server/app/webhooks/webhook-secret.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';

/** A webhook as its streamer sees it. */
export function presentWebhook(row: Selectable<Schema['webhooks']>, now: Date): Webhook {
  const until = row.replaced_at === null ? null : new Date(row.replaced_at.getTime() + bothSecretsMs);
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    isActive: row.is_active,
    disabledWhy: row.disabled_why,
    createdAt: row.created_at.toISOString(),
    failingSince: row.failing_since?.toISOString() ?? null,
    oldSecretUntil: until !== null && until > now ? until.toISOString() : null,
  };
}

/** A delivery as the streamer sees it. A place at the head of the queue shows as 'now'. */
export function presentDelivery(row: Selectable<Schema['webhook_deliveries']>): WebhookDelivery {
  const nextAt = row.next_at !== null && row.next_at < row.created_at ? row.created_at : row.next_at;
  return {
    id: row.id,
    event: row.event,
    donationId: row.donation_id,
    state: row.next_at !== null ? 'waiting' : row.delivered_at !== null ? 'delivered' : 'given_up',
    createdAt: row.created_at.toISOString(),
    attempts: row.attempts,
    nextAt: nextAt?.toISOString() ?? null,
    lastAt: row.last_at?.toISOString() ?? null,
    lastStatus: row.last_status,
    lastError: row.last_error,
    lastDurationMs: row.last_duration_ms,
    payload: row.payload,
  };
}
