import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '#server/postgres/embedded/embedded.ts';
import { readPostmasterPid, stopPostmaster } from '#server/postgres/embedded/postmaster-pid.ts';

const CHILD_PROGRAM = new URL('./embedded-child.ts', import.meta.url).pathname;

/** A server process to kill. `numbers` grows with every row whose commit it was told of. */
export type ServerProcess = {
  pid: number;
  numbers: number[];
  kill(): Promise<void>;
  ended(): Promise<string>;
};

/** A data folder of one test, and what it starts there; all of it is gone after the test. */
export type DataFolder = {
  dataDir: string;
  cluster: string;
  start(options?: Partial<EmbeddedPostgresOptions>): Promise<EmbeddedPostgres>;
  startProcess(options?: SpawnOptions): ServerProcess;
  /** Puts a stopped cluster there, as an earlier start leaves it; a copy, which is faster than a first start. */
  makeCluster(): Promise<void>;
};

/** Gives each test of the file a data folder that does not exist yet. */
export function useDataFolder(): DataFolder {
  const cleanups: (() => Promise<void>)[] = [];
  let model: Promise<string> | undefined;
  let parent = '';
  const folder: DataFolder = {
    dataDir: '',
    cluster: '',
    start: async (options) => {
      const postgres = await startEmbeddedPostgres({ dataDir: folder.dataDir, ...options });
      cleanups.push(() => postgres.stop());
      return postgres;
    },
    startProcess: (options) => {
      const server = launch(folder.dataDir, options);
      cleanups.push(() => server.killAll());
      return server;
    },
    makeCluster: async () => {
      model ??= makeModel();
      await cp(join(await model, 'postgres'), folder.dataDir, { recursive: true });
    },
  };
  afterAll(async () => {
    if (model) await rm(await model, { recursive: true });
  });
  beforeEach(async () => {
    parent = await makeParent();
    folder.dataDir = join(parent, 'postgres');
    folder.cluster = join(folder.dataDir, 'cluster');
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
    await stopLeftPostmaster(folder.cluster);
    await rm(parent, { recursive: true });
  });
  return folder;
}

async function makeParent(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'brava-embedded-')));
}

async function makeModel(): Promise<string> {
  const parent = await makeParent();
  const postgres = await startEmbeddedPostgres({ dataDir: join(parent, 'postgres') });
  await postgres.stop();
  return parent;
}

async function stopLeftPostmaster(cluster: string): Promise<void> {
  const left = await readPostmasterPid(cluster);
  if (left?.pid) await stopPostmaster(left.pid, cluster);
}

function launch(dataDir: string, options: SpawnOptions = {}): ServerProcess & { killAll(): Promise<void> } {
  const child = spawn(process.execPath, [CHILD_PROGRAM, dataDir], {
    ...options,
    // A process group of its own, so that an initdb it left can be found.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const numbers: number[] = [];
  let complaint = '';
  if (child.stdout) createInterface(child.stdout).on('line', (line) => numbers.push(Number(line)));
  child.stderr?.on('data', (chunk) => (complaint += String(chunk)));
  const exited = once(child, 'exit');
  const closed = once(child, 'close');
  const pid = child.pid ?? 0;
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  return {
    pid,
    numbers,
    kill,
    killAll: async () => {
      await kill();
      await endGroup(pid);
    },
    ended: async () => {
      await closed;
      return complaint;
    },
  };
}

async function endGroup(leader: number): Promise<void> {
  await vi.waitFor(() => {
    try {
      process.kill(-leader, 'SIGKILL');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return;
      throw error;
    }
    throw new Error(`the process group ${leader} is still there`);
    // A busy machine takes its time to collect processes whose parent is gone.
  }, 20_000);
}
