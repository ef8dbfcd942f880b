import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Balancer, startBalancer } from '#server/cluster/start-balancer.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded/embedded.ts';
import { freePort } from '#server/test/free-port.ts';
import { type DatabaseCut, startDatabaseCut } from './database-cut.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** What may happen to a server: SIGKILL, SIGSTOP, or its way to the database closed or silent. */
export const serverFaults = ['kill', 'stop', 'drop', 'stall'] as const;
export type ServerFault = (typeof serverFaults)[number];

/** One of three servers behind a balancer. */
export interface FaultyServer {
  /** Of its row among the processes. */
  processId: string;
  pid: number;
  /** The last lines of its log: errors alone. */
  lines: readonly string[];
  begin(fault: ServerFault): Promise<void>;
  /** Lets it go on, or starts it again, and waits until it takes requests. */
  heal(): Promise<void>;
}

/** Three servers on one database of their own, each by a way that can be cut, behind one address. */
export interface ThreeServers {
  url: string;
  connectionString: string;
  db: Client;
  servers: readonly FaultyServer[];
}

/** Where chain and files are. */
interface ThreeServersPlace {
  folder: string;
  node: { url: string; wsUrl: string };
}

const readyWithinMs = 60_000;
const lookEveryMs = 50;

/** Starts everything; it ends with `cleanUp`. The database is one of its own: a fault holds up events in all of it. */
export async function startThreeServers(
  cleanUp: AsyncDisposableStack,
  { folder, node }: ThreeServersPlace,
): Promise<ThreeServers> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  cleanUp.defer(() => postgres.stop());
  const db = new Client({ connectionString: postgres.connectionString });
  await db.connect();
  cleanUp.defer(() => db.end());
  const ports = [await freePort(), await freePort(), await freePort()];
  const balancer = await startBalancer({ port: await freePort(), servers: ports });
  cleanUp.defer(() => balancer.stop());
  const servers: FaultyServer[] = [];
  for (const port of ports) {
    const way = await startDatabaseCut(postgres.connectionString);
    cleanUp.defer(() => way.stop());
    const environment = {
      PUBLIC_URL: balancer.url,
      DATABASE_URL: way.connectionString,
      DATA_DIR: join(folder, 'data'),
      SEED_FILE: join(folder, 'seed'),
      SOLANA_RPC_URL: node.url,
      SOLANA_WS_URL: node.wsUrl,
      SOLANA_REQUESTS_PER_10S: '1000000',
      SOLANA_REQUESTS_PER_METHOD_PER_10S: '1000000',
      LOG_LEVEL: 'error',
    };
    servers.push(await startFaulty(cleanUp, { port, way, db, balancer, environment }));
  }
  return { url: balancer.url, connectionString: postgres.connectionString, db, servers };
}

interface FaultyParts {
  port: number;
  way: DatabaseCut;
  db: Client;
  balancer: Balancer;
  environment: Record<string, string>;
}

async function startFaulty(
  cleanUp: AsyncDisposableStack,
  { port, way, db, balancer, environment }: FaultyParts,
): Promise<FaultyServer> {
  let server: ServerProcess;
  let processId = '';
  const untilReady = async (): Promise<void> => {
    const deadline = performance.now() + readyWithinMs;
    while (!balancer.isReady(port)) {
      if (performance.now() > deadline)
        throw new Error(`A server was not ready in time:\n${server.lines.join('\n')}`);
      await sleep(lookEveryMs);
    }
  };
  /** One server starts at a time: the newest row is its. */
  const launch = async (): Promise<void> => {
    server = startServerProcess({ port, environment });
    await server.ready;
    const { rows } = await db.query<{ id: string }>(
      'select id from processes order by started_at desc limit 1',
    );
    processId = rows[0]?.id ?? '';
    await untilReady();
  };
  cleanUp.defer(async () => {
    server.signal('SIGCONT');
    way.heal();
    await server.stop();
  });
  await launch();
  return {
    get processId() {
      return processId;
    },
    get pid() {
      return server.pid;
    },
    get lines() {
      return server.lines;
    },
    async begin(fault) {
      if (fault === 'kill') await server.stop('SIGKILL');
      else if (fault === 'stop') server.signal('SIGSTOP');
      else way.cut(fault);
    },
    async heal() {
      way.heal();
      server.signal('SIGCONT');
      const hasEnded = await Promise.race([server.exited.then(() => true), sleep(0, false)]);
      if (hasEnded) await launch();
      else await untilReady();
    },
  };
}
