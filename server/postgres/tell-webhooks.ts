import { type CompiledQuery, type Selectable, sql } from 'kysely';
import { presentMessage } from '#server/app/webhooks/present-message.ts';
import type { Donation } from '#server/domain/donation.ts';
import { eventsOf } from '#server/domain/webhooks/events-of.ts';
import type { Trx } from './database.ts';
import type { Schema } from './schema.ts';

/** A webhook of a streamer, and the time of the transaction. */
type Hook = Pick<Selectable<Schema['webhooks']>, 'id' | 'events'> & { now: Date };

/** The webhooks of a streamer that want to hear anything, as a statement. */
export function webhooksOf(trx: Trx, userId: string): CompiledQuery<Hook> {
  return trx
    .selectFrom('webhooks')
    .select(['id', 'events', sql<Date>`now()`.as('now')])
    .where('user_id', '=', userId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .compile();
}

/**
 * Writes a delivery for every webhook that wants to know of this change, in its transaction; as statements, for they are
 * sent with others. Repeating writes nothing. Who runs them hints at 'webhooks'.
 *
 * It waits for nobody: what workers and streamers do to a webhook's row takes no lock that this needs, and the row of a
 * deleted one stays until no transaction can know it any more.
 */
export function webhookDeliveries(
  trx: Trx,
  hooks: readonly Hook[],
  before: Donation,
  after: Donation,
): CompiledQuery[] {
  const events = eventsOf(before, after);
  const deliveries = hooks.flatMap(({ id, events: wanted, now }) =>
    events
      .filter((event) => wanted.includes(event))
      .map((event) => ({
        webhook_id: id,
        event,
        donation_id: after.id,
        payload: presentMessage(event, after, now),
        created_at: now,
        next_at: now,
      })),
  );
  if (deliveries.length === 0) return [];
  const insert = trx.insertInto('webhook_deliveries').values(deliveries);
  return [insert.onConflict((conflict) => conflict.doNothing()).compile()];
}
