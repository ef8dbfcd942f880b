import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A way to a database that can be made slow, or stand still. */
export interface SlowDatabase {
  /** The address of the same database on this way. */
  connectionString: string;
  /** Whatever is sent to the database arrives so much later; `Infinity`: not before it is changed. */
  setDelay(ms: number): void;
  close(): Promise<void>;
}

/** Opens a way to a PostgreSQL, by socket or TCP, on a socket of its own. Nothing is lost on it, only late. */
export async function openSlowDatabase(connectionString: string): Promise<SlowDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'brava-slow-'));
  const target = targetOf(connectionString);
  const delay = { ms: 0 };
  let changed = Promise.withResolvers<void>();
  const open = new Set<Socket>();
  const late = async (arrivedAt: number): Promise<void> => {
    while (delay.ms === Infinity) await changed.promise;
    const leftMs = arrivedAt + delay.ms - performance.now();
    if (leftMs > 0) await sleep(leftMs);
  };
  const server = createServer((client) => {
    const database = connect(target);
    let order = Promise.resolve();
    client.on('data', (chunk) => {
      // What comes in pieces is late once, not once for each.
      const arrivedAt = performance.now();
      order = order.then(() => late(arrivedAt)).then(() => void (database.writable && database.write(chunk)));
    });
    database.pipe(client);
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.once('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  server.listen(join(folder, '.s.PGSQL.5432'));
  await once(server, 'listening');
  const [before = '', query = ''] = connectionString.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('host', folder);
  parameters.set('port', '5432');
  return {
    connectionString: `${before.replace(/@[^/]*\//, '@/')}?${parameters}`,
    setDelay(ms) {
      delay.ms = ms;
      changed.resolve();
      changed = Promise.withResolvers();
    },
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function targetOf(connectionString: string): { path: string } | { host: string; port: number } {
  const parameters = new URLSearchParams(connectionString.split('?')[1] ?? '');
  const folder = parameters.get('host');
  if (folder !== null) return { path: join(folder, `.s.PGSQL.${parameters.get('port') ?? '5432'}`) };
  const { hostname, port } = new URL(connectionString);
  return { host: hostname, port: Number(port || '5432') };
}
