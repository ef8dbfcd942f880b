import { Client, type QueryResultRow } from 'pg';

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
