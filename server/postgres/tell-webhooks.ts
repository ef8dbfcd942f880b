import { sql } from 'kysely';
import { presentMessage } from '#server/app/webhooks/present-message.ts';
import type { Donation } from '#server/domain/donation.ts';
import { eventsOf } from '#server/domain/webhooks/events-of.ts';
import type { Trx } from './database.ts';
import { hint } from './outbox.ts';

/**
 * Writes a delivery for every webhook that wants to know of this change, in its transaction. Repeating writes nothing.
 *
 * It waits for nobody: what workers and streamers do to a webhook's row takes no lock that this needs, and the row of a
 * deleted one stays until no transaction can know it any more.
 */
export async function tellWebhooks(trx: Trx, before: Donation, after: Donation): Promise<void> {
  const events = eventsOf(before, after);
  if (events.length === 0) return;
  const hooks = await trx
    .selectFrom('webhooks')
    .select(['id', 'events', sql<Date>`now()`.as('now')])
    .where('user_id', '=', after.userId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .execute();
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
  if (deliveries.length === 0) return;
  await trx
    .insertInto('webhook_deliveries')
    .values(deliveries)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await hint(trx, 'webhooks');
}
