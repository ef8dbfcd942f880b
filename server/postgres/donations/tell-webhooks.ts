import { type CompiledQuery, type Selectable, sql } from 'kysely';
import { presentMessage } from '#server/app/webhooks/present-message.ts';
import type { Donation } from '#server/domain/donation.ts';
import { eventsOf } from '#server/domain/webhooks/events-of.ts';
import type { Trx } from '#server/postgres/connection/database.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';

type Hook = Pick<Selectable<Schema['webhooks']>, 'id' | 'events'>;

/** The webhooks of a row of `users` that want to hear anything, as a column. */
export const hooksOfStreamer = sql<Hook[]>`coalesce((
  select json_agg(json_build_object('id', id, 'events', events))
  from webhooks where user_id = users.id and is_active and deleted_at is null), '[]')`;

const neverTried = {
  attempts: 0,
  last_at: null,
  last_status: null,
  last_error: null,
  last_duration_ms: null,
  delivered_at: null,
  given_up_at: null,
};

/**
 * Writes a delivery for every webhook that wants to know of this change, in its transaction, whose time is `now`; as
 * statements, for they are sent with others. Who runs them hints at 'webhooks'.
 *
 * What happens again is told again, under an id of its own and in the place of what was told first: a transfer that one node
 * wrongly called final was undone, and the next one has another signature.
 *
 * It waits for nobody: what workers and streamers do to a webhook's row takes no lock that this needs, and the row of a
 * deleted one stays until no transaction can know it any more.
 */
export function webhookDeliveries(
  trx: Trx,
  { hooks, now }: { hooks: readonly Hook[]; now: Date },
  before: Donation,
  after: Donation,
): CompiledQuery[] {
  const events = eventsOf(before, after);
  const deliveries = hooks.flatMap(({ id, events: wanted }) =>
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
  const toldAnew = insert.onConflict((conflict) =>
    conflict.columns(['webhook_id', 'event', 'donation_id']).doUpdateSet((eb) => ({
      id: eb.ref('excluded.id'),
      payload: eb.ref('excluded.payload'),
      created_at: now,
      next_at: now,
      ...neverTried,
    })),
  );
  return [toldAnew.compile()];
}
