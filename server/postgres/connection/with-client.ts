import { Client, type ClientConfig } from 'pg';

/** A connection that belongs to no pool, not opened yet. When it is lost, the query under way rejects. */
export function createClient(config: ClientConfig): Client {
  const client = new Client(config);
  // Without a listener a lost connection ends Node.
  client.on('error', () => {});
  return client;
}

/** Opens such a connection for as long as `use` takes. Throws what connecting throws, or `use`. */
export async function withClient<T>(config: ClientConfig, use: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient(config);
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
  }
}
