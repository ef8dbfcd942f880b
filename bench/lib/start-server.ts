import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeOptions } from '#server/process/node-options.ts';
import { clearPostmaster } from '#server/postgres/embedded/postmaster-pid.ts';
import { socketConnectionString } from '#server/postgres/embedded/socket-folder.ts';
import type { FigureContext } from './figure.ts';
import { findFreePorts } from './free-ports.ts';
import { launchBrava } from './launch-brava.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** A server of this checkout with a data folder, database and sandbox chain of its own. */
export interface BenchServer {
  /** Of the server; database and sandbox are its children. */
  pid: number;
  url: string;
  /** The sandbox's JSON-RPC. */
  rpcUrl: string;
  /** The sandbox's PubSub. */
  wsUrl: string;
  /** Address of a database on its cluster, for `pg`: its own is `brava`. */
  databaseUrl: (database: string) => string;
  /** Ends it before the clean-up does, so that it writes its CPU profiles. */
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const entry = join(root, 'server/main.ts');

/**
 * Starts `server/main.ts` as `npm start` does: embedded PostgreSQL and sandbox with 400 ms slots included.
 * The web app must have been built. It ends with the clean-up, and its folder is removed.
 */
export async function startServer(
  { cleanUp, profileFolder }: FigureContext,
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  const folder = await makeTemporaryFolder(cleanUp);
  const dataDir = join(folder, 'data');
  const ports = await findFreePorts();
  const profiling = profileFolder === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
  cleanUp.defer(async () => void (await clearPostmaster(join(dataDir, 'postgres/cluster'), () => {})));
  const brava = await launchBrava({
    cleanUp,
    command: [process.execPath, ...nodeOptions, ...profiling, entry],
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PORT: String(ports.server),
      SANDBOX_PORT: String(ports.sandbox),
      DATA_DIR: dataDir,
      SEED_FILE: join(folder, 'keys/seed'),
      ...settings,
    },
    timeoutMs: 60_000,
  });
  return {
    pid: brava.pid,
    url: `http://127.0.0.1:${ports.server}`,
    rpcUrl: `http://127.0.0.1:${ports.sandbox}`,
    wsUrl: `ws://127.0.0.1:${ports.sandbox + 1}`,
    databaseUrl: (database) => socketConnectionString(join(dataDir, 'postgres/socket'), 'brava', database),
    stop: () => brava.stop(),
  };
}
