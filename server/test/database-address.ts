import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError, type QueryResultRow } from 'pg';

/** PostgreSQL's code for what only a superuser may do: here, to cut an autovacuum worker. */
const NOT_ALLOWED = '42501';
const DROP_ATTEMPTS = 100;
const DROP_RETRY_MS = 100;

/** The address of another database on the same server. */
export function addressOf(server: string, database: string): string {
  // Not by URL: an address with a user and a socket has no host, which URL refuses.
  return server.replace(/^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${database}`);
}

/** Runs one statement on a connection of its own. */
export async function query(connectionString: string, sql: string): Promise<QueryResultRow[]> {
  const client = new Client({ connectionString });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<QueryResultRow>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A connection of a test's own. */
export interface Session {
  query: Client['query'];
  stop(): Promise<void>;
}

/** Opens a connection that stays: `const db = forFile(() => openSession(server.connectionString))`. */
export async function openSession(connectionString: string): Promise<Session> {
  const client = new Client({ connectionString });
  await client.connect();
  return { query: client.query.bind(client), stop: () => client.end() };
}

/** Drops a database, if it is there, and cuts who is still in it; for autovacuum, which we may not cut, it waits. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await query(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      const mayPass = error instanceof DatabaseError && error.code === NOT_ALLOWED;
      if (!mayPass || attempt === DROP_ATTEMPTS) throw error;
      await delay(DROP_RETRY_MS);
    }
  }
}
