import type { ClientBase } from 'pg';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';

/** Without any of these a power cut loses commits that were already acknowledged to a donor. */
const MUST_BE_ON = ['fsync', 'full_page_writes', 'synchronous_commit'];

/**
 * Throws `not_durable`, naming the settings, if this connection's server may lose acknowledged commits.
 *
 * Asks for what holds in this very database, so that an ALTER DATABASE or ALTER ROLE is noticed too.
 */
export async function assertDurable(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM pg_settings WHERE name = ANY($1) AND setting = 'off' ORDER BY name`,
    [MUST_BE_ON],
  );
  if (rows.length === 0) return;
  const names = rows.map((row) => row.name).join(', ');
  throw new DatabaseSetupError(
    'not_durable',
    `The database may lose money records in a power cut: ${names} is off. Switch it on (see postgresql.conf, ALTER SYSTEM, ALTER DATABASE, ALTER ROLE).`,
  );
}
