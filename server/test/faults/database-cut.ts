import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** How a way to the database fails: `drop` closes and refuses connections, `stall` keeps them and passes nothing on. */
type DatabaseCutKind = 'drop' | 'stall';

/** A way to a database that can be cut. */
export interface DatabaseCut {
  connectionString: string;
  cut(kind: DatabaseCutKind): void;
  /** Connections made from now on work; what stalled goes on where it stood. */
  heal(): void;
  stop(): Promise<void>;
}

/** Stands between one server and PostgreSQL's Unix socket. */
export async function startDatabaseCut(socketConnectionString: string): Promise<DatabaseCut> {
  const socketPath = socketFileOf(socketConnectionString);
  const pairs = new Map<Socket, Socket>();
  let fault: DatabaseCutKind | null = null;
  const server = createServer((client) => {
    client.on('error', () => client.destroy());
    if (fault === 'drop') {
      client.resetAndDestroy();
      return;
    }
    const database = connect(socketPath);
    database.on('error', () => client.destroy());
    pairs.set(client, database);
    client.once('close', () => {
      pairs.delete(client);
      database.destroy();
    });
    database.once('close', () => client.destroy());
    client.pipe(database).pipe(client);
    if (fault === 'stall') pauseBoth(client, database);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    connectionString: `postgresql://brava@127.0.0.1:${port}/brava?sslmode=disable`,
    cut(kind) {
      fault = kind;
      for (const [client, database] of pairs) {
        if (kind === 'drop') client.resetAndDestroy();
        else pauseBoth(client, database);
      }
    },
    heal() {
      fault = null;
      for (const [client, database] of pairs) {
        client.pipe(database);
        database.pipe(client);
      }
    },
    async stop() {
      for (const client of pairs.keys()) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function pauseBoth(client: Socket, database: Socket): void {
  for (const [one, other] of [
    [client, database],
    [database, client],
  ] as const) {
    one.unpipe(other);
    one.pause();
  }
}

function socketFileOf(connectionString: string): string {
  const { searchParams } = new URL(connectionString.replace('@/', '@localhost/'));
  return `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`;
}
