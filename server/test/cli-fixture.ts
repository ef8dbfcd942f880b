import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { QueryResultRow } from 'pg';
import { type Logger, pino } from 'pino';
import { startSandbox, type Sandbox } from '#sandbox/start-sandbox.ts';
import { startBrava, type Brava } from '#server/composition/compose.ts';
import { readConfig } from '#server/settings/config.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { query } from './database-address.ts';
import { lamportsOn } from './faults/rpc-call.ts';
import { freePort } from './free-port.ts';
import { quickPace } from './test-server.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** How a command ended. */
export interface Run {
  code: number | null;
  out: string;
  err: string;
}

/** Runs `brava` as a process of its own, with nothing of this one's environment but the path. */
export async function runBrava(
  args: readonly string[],
  environment: Record<string, string>,
  input = '',
): Promise<Run> {
  return await runProgram(['cli/brava.ts', ...args], environment, { input });
}

const pollMs = 5;

/** The same with any program of ours, named from the top folder; it is sent one signal as soon as `killWhen` says so. */
export async function runProgram(
  [file, ...args]: readonly [string, ...string[]],
  environment: Record<string, string>,
  {
    input = '',
    killWhen = () => false,
    signal = 'SIGKILL',
  }: { input?: string; killWhen?: (pid: number) => boolean; signal?: NodeJS.Signals } = {},
): Promise<Run> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, TMPDIR: tmpdir(), NODE_COMPILE_CACHE, ...environment };
  const child = spawn(process.execPath, [join(root, file), ...args], {
    env,
    // Where no `.env` of a developer lies.
    cwd: tmpdir(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => child.stdin.destroy());
  child.stdin.end(input);
  const timer = setInterval(() => {
    if (!killWhen(child.pid ?? 0)) return;
    clearInterval(timer);
    child.kill(signal);
  }, pollMs);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  clearInterval(timer);
  return { code, out, err };
}

/** An installation whose parts a test can take away one by one. */
export interface Installation {
  folder: string;
  seedFile: string;
  sandbox: Sandbox;
  database(): TestDatabase;
  /** What a command needs to be about this installation. */
  environment(): Record<string, string>;
  run(...args: string[]): Promise<Run>;
  /** Its log goes to standard output, errors alone, unless another one is given. */
  startServer(logger?: Logger): Promise<Brava>;
  /** Another, empty database in the place of this one. */
  loseDatabase(): Promise<void>;
  query(sql: string): Promise<QueryResultRow[]>;
  balanceOf(address: string): Promise<bigint>;
  /** Ends what it started, and removes the rest. */
  stop(): Promise<void>;
}

/** A folder, a database and a quick chain; no server yet. `finalizedLag`: how many slots a finalized answer is behind. */
export async function createInstallation({ finalizedLag = 6 } = {}): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'brava-cli-'));
  const seedFile = join(folder, 'keys', 'seed');
  const sandbox = await startSandbox({ slotMs: 20, finalizedLag });
  const port = await freePort();
  let database = await createTestDatabase();
  let brava: Brava | null = null;
  const environment = (): Record<string, string> => ({
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    SEED_FILE: seedFile,
    DATABASE_URL: database.connectionString,
    SOLANA_RPC_URL: sandbox.url,
    SOLANA_WS_URL: sandbox.wsUrl,
    SOLANA_REQUESTS_PER_10S: '1000000',
    SOLANA_REQUESTS_PER_METHOD_PER_10S: '1000000',
    LOG_LEVEL: 'error',
  });
  return {
    folder,
    seedFile,
    sandbox,
    database: () => database,
    environment,
    run: (...args) => runBrava(args, environment()),
    query: (sql) => query(database.connectionString, sql),
    async startServer(logger = pino({ level: 'error' })) {
      const started = await startBrava(
        readConfig(environment()),
        {
          connectionString: database.connectionString,
          nodes: { rpcUrls: [sandbox.url], wsUrls: [sandbox.wsUrl] },
          isSandbox: true,
          pace: quickPace,
        },
        logger,
      );
      brava = { ...started, stop: async () => ((brava = null), started.stop()) };
      return brava;
    },
    async loseDatabase() {
      await database.drop();
      database = await createTestDatabase();
    },
    balanceOf: async (address) => BigInt(await lamportsOn(sandbox.url, address, 'finalized')),
    async stop() {
      await brava?.stop();
      await sandbox.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
