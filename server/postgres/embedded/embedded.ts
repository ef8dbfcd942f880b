import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, DatabaseError } from 'pg';
import { giveAway, openDataFolder, prepareCluster } from './cluster-folder.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';
import { withClient } from '#server/postgres/connection/with-client.ts';
import { assertDurable } from './durability.ts';
import { findPgBinaries } from './pg-binaries.ts';
import { clearPostmaster } from './postmaster-pid.ts';
import { launchPostmaster, type Postmaster, type PostmasterExit } from './postmaster.ts';
import { chooseRunAs } from './run-as.ts';
import { makeSocketFolder, socketConnectionString } from './socket-folder.ts';

const DATABASE = 'brava';
const ROLE = 'brava';
/** PostgreSQL's codes for a database and a role that do not exist. */
const NOT_CREATED_YET = new Set(['3D000', '28000']);
const START_ATTEMPTS = 3;
const RETRY_MS = 300;

/** What to start, and whom to tell. */
export type EmbeddedPostgresOptions = {
  /** A folder of our own, created on the first start: `cluster/`, `socket/`, `postgres.log`, `server.lock`, `server.pid`. */
  dataDir: string;
  /** One line for the operator, at the rare events: first start, an earlier server's database found running. */
  log?: (line: string) => void;
  /** Gives up a start under way; has no effect afterwards. */
  signal?: AbortSignal;
  /** PostgreSQL ended without `stop()`. The process should end too: its next start recovers everything. */
  onExit?: (exit: PostmasterExit) => void;
};

/** A database that runs until `stop()`. */
export type EmbeddedPostgres = {
  /**
   * For `pg`: role `brava` (may create databases, no superuser) on its database, by a Unix socket that only this user
   * can reach.
   */
  connectionString: string;
  /** Ends PostgreSQL in good order and frees the folder. Safe to repeat; close your pools first. */
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL that came with npm on a data folder, and nothing but it ever runs there.
 *
 * The folder is locked first. If this process is killed, the kernel frees the lock and PostgreSQL may live
 * on; the next start stops it and starts a new one, and every commit that was acknowledged is there.
 * Throws `DatabaseSetupError` with a sentence for the operator; then nothing stays running or locked.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await openDataFolder(options.dataDir);
  const lock = await lockDataFolder(dataDir);
  try {
    const { postmaster, socketFolder } = await startLocked(dataDir, options);
    let stopping: Promise<void> | undefined;
    void postmaster.exited.then((exit) => {
      if (!stopping) options.onExit?.(exit);
    });
    const stop = async (): Promise<void> => {
      await postmaster.stop();
      await rm(socketFolder, { recursive: true, force: true });
      lock.release();
    };
    return {
      connectionString: socketConnectionString(socketFolder, ROLE, DATABASE),
      stop: () => (stopping ??= stop()),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

type Started = { postmaster: Postmaster; socketFolder: string };

async function startLocked(
  dataDir: string,
  { log = () => {}, signal }: EmbeddedPostgresOptions,
): Promise<Started> {
  const binaries = await findPgBinaries();
  const runAs = await chooseRunAs(binaries.postgres, dataDir);
  for (let attempt = 1; ; attempt += 1) {
    const predecessor = await clearPostmaster(join(dataDir, 'cluster'), log);
    const cluster = await prepareCluster(dataDir, { binaries, runAs, log, signal });
    const socketFolder = await makeSocketFolder(dataDir, runAs.owner);
    const files = {
      postgres: binaries.postgres,
      cluster,
      socketFolder,
      logFile: join(dataDir, 'postgres.log'),
    };
    const postmaster = await launchPostmaster({ ...files, runAs, predecessor });
    try {
      await postmaster.ready(signal);
      await openDatabase(socketFolder);
      if (process.geteuid?.() === 0) await giveAway(dataDir, await readdir(dataDir), runAs.owner);
      return { postmaster, socketFolder };
    } catch (error) {
      await postmaster.stop();
      // A killed server's postmaster may only now have come up, or its last children may still be ending.
      const mayPass = error instanceof DatabaseSetupError && error.code === 'start_failed';
      if (!mayPass || attempt === START_ATTEMPTS) throw error;
      await delay(RETRY_MS);
    }
  }
}

/** Creates our role and database if an earlier start did not get so far, and checks how commits are treated. */
async function openDatabase(socketFolder: string): Promise<void> {
  const ours = { connectionString: socketConnectionString(socketFolder, ROLE, DATABASE) };
  try {
    await withClient(ours, assertDurable);
  } catch (error) {
    if (!(error instanceof DatabaseError && NOT_CREATED_YET.has(error.code ?? ''))) throw error;
    const superuser = { connectionString: socketConnectionString(socketFolder, 'postgres', 'postgres') };
    await withClient(superuser, createDatabase);
    await withClient(ours, assertDurable);
  }
}

async function createDatabase(superuser: Client): Promise<void> {
  const { rows: roles } = await superuser.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [ROLE]);
  // Not a superuser: nothing that reaches our SQL may read or write files of this machine.
  if (roles.length === 0) await superuser.query(`CREATE ROLE ${ROLE} LOGIN CREATEDB`);
  await superuser.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
}
