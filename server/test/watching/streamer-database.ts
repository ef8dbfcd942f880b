import { sql } from 'kysely';
import { type Database, openDatabase } from '#server/postgres/connection/database.ts';
import { createTestDatabase } from '#server/test/database.ts';

/** A database of the test's own with one streamer, whose link is `link`; `close` ends and drops it. */
export async function openStreamerDatabase(): Promise<{ db: Database; close: () => Promise<void> }> {
  const database = await createTestDatabase();
  const db = openDatabase(database.connectionString, { maxConnections: 4, onError: () => undefined });
  await sql`
    with streamer as (
      insert into users (username, password_hash, wallet_address, key_user, key_epoch, donation_code, widget_code)
      values ('streamer', '', 'wallet', 1, 0, 'link', 'widget') returning id
    ), counter as (insert into key_counters (user_id) select id from streamer)
    insert into alert_queues (user_id) select id from streamer`.execute(db);
  return {
    db,
    close: async () => {
      await db.destroy();
      await database.drop();
    },
  };
}
