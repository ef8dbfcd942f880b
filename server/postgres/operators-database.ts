import { Client, DatabaseError } from 'pg';
import { assertDurable } from './durability.ts';

const connectTimeoutMs = 10_000;
/** All connections are taken, or those that this user or database may have. */
const tooManyConnections = '53300';

/**
 * Checks the operator's own PostgreSQL before anything is built on it.
 *
 * Throws with a sentence for the operator when it cannot be reached, is too old, or may lose acknowledged commits.
 */
export async function checkOperatorsDatabase(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: connectTimeoutMs });
  // Without a listener a lost connection ends Node; the query under way rejects all the same.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (cause) {
    throw new Error(sayWhyNot(cause), { cause });
  }
  try {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    if ((rows[0]?.version ?? 0) < 150_000) {
      throw new Error('The database of DATABASE_URL is too old: Brava needs PostgreSQL 15 or later.');
    }
    await assertDurable(client);
  } finally {
    await client.end();
  }
}

function sayWhyNot(cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return cause instanceof DatabaseError && cause.code === tooManyConnections
    ? `The database of DATABASE_URL gives no more connections (${reason}). Raise what it allows (max_connections), or ` +
        'lower DATABASE_CONNECTIONS: each server takes as many and three more.'
    : `The database of DATABASE_URL cannot be reached: ${reason}`;
}
