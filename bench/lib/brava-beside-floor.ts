import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { nodeOptions } from '#server/process/node-options.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded/embedded.ts';
import type { FigureContext } from './figure.ts';
import { findFreePorts } from './free-ports.ts';
import { launchBrava, type RunningBrava } from './launch-brava.ts';
import { serviceAllocator } from './service-allocator.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** A server that is in a process of its own and can be asked what it holds. */
export interface ProbedServer extends RunningBrava {
  url: string;
  memoryFile: string;
}

/** Starts Brava and its floor, again and again, beside a database and a chain that stay. */
export interface BravaBesideFloor {
  db: Client;
  startBrava(nodeArguments?: readonly string[]): Promise<ProbedServer>;
  startFloor(nodeArguments?: readonly string[]): Promise<ProbedServer>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const floorScript = fileURLToPath(new URL('bare-rooms.ts', import.meta.url));
const timeoutMs = 60_000;
/** As docs/operate/limits.md has an operator set it who expects so many from few addresses. */
const roomForMany = { CONNECTIONS_PER_ADDRESS: '20000', LOG_LEVEL: 'error' };

/** Starts PostgreSQL and the sandbox chain. Both servers always come back on the ports that they had. */
export async function openBravaBesideFloor({
  cleanUp,
  profileFolder,
}: FigureContext): Promise<BravaBesideFloor> {
  const folder = await makeTemporaryFolder(cleanUp);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  cleanUp.defer(() => postgres.stop());
  const sandbox = await startSandbox();
  cleanUp.defer(() => sandbox.stop());
  const ports = await findFreePorts();
  const profiling = profileFolder === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  const start = async (port: number, command: readonly string[], settings: Record<string, string>) => {
    const memoryFile = join(folder, `memory-${port}`);
    const env = {
      PATH: process.env['PATH'],
      MEMORY_PROBE_FILE: memoryFile,
      ...serviceAllocator(),
      ...settings,
    };
    const brava = await launchBrava({
      cleanUp,
      command: [process.execPath, ...command],
      cwd: root,
      env,
      timeoutMs,
    });
    return { ...brava, url: `http://127.0.0.1:${port}`, memoryFile };
  };
  const startBrava: BravaBesideFloor['startBrava'] = (nodeArguments = []) =>
    start(ports.server, [...nodeOptions, ...profiling, ...nodeArguments, join(root, 'server/main.ts')], {
      PORT: String(ports.server),
      DATABASE_URL: postgres.connectionString,
      DATA_DIR: join(folder, 'data'),
      SEED_FILE: join(folder, 'keys/seed'),
      SOLANA_RPC_URL: sandbox.url,
      SOLANA_WS_URL: sandbox.wsUrl,
      ...roomForMany,
    });
  const first = await startBrava();
  await first.stop();
  const db = new Client({ connectionString: postgres.connectionString });
  await db.connect();
  cleanUp.defer(() => db.end());
  return {
    db,
    startBrava,
    startFloor: (nodeArguments = []) => {
      return start(ports.sandbox, [...nodeArguments, floorScript, String(ports.sandbox)], {});
    },
  };
}
