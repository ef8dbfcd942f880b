import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startEmbeddedPostgres } from '#server/postgres/embedded/embedded.ts';
import { migrate } from '#server/postgres/migrate/migrate.ts';
import { clearPostmaster } from '#server/postgres/embedded/postmaster-pid.ts';
import { processState } from '#server/postgres/embedded/process-state.ts';
import { addressOf, dropDatabase, query } from './database-address.ts';

/** Where tests find the server and the migrated database that they clone; its files, where they are on this machine. */
export type ClusterAddress = { server: string; template: string; folder: string | null };

/** A PostgreSQL server for one test run. */
export type TestCluster = { address: ClusterAddress; remove(): Promise<void> };

const FOLDER = /^brava-test-(\d+)-/;
/** Linux's file system in memory. */
const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 6 * 2 ** 30;

/**
 * Starts a PostgreSQL in a temporary folder, in memory where there is room, or uses the one of TEST_DATABASE_URL (a
 * role that may create databases), and migrates a template there. `remove` leaves nothing behind on either.
 * Also clears away what a killed test run left in the temporary folder.
 */
export async function startTestCluster(): Promise<TestCluster> {
  const template = `brava_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const given = process.env['TEST_DATABASE_URL'];
  if (given) {
    await makeTemplate(given, template);
    return { address: { server: given, template, folder: null }, remove: () => dropAll(given, template) };
  }
  await removeLeftovers();
  const folder = await mkdtemp(join(await parentFolder(), `brava-test-${process.pid}-`));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  await makeTemplate(postgres.connectionString, template);
  return {
    address: {
      server: postgres.connectionString,
      template,
      folder: join(folder, 'postgres', 'cluster'),
    },
    remove: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(server: string, template: string): Promise<void> {
  await query(server, `CREATE DATABASE ${template}`);
  await migrate(addressOf(server, template));
}

async function dropAll(server: string, template: string): Promise<void> {
  const rows = await query(
    server,
    `SELECT datname FROM pg_database WHERE starts_with(datname, '${template}')`,
  );
  for (const { datname } of rows) await dropDatabase(server, datname);
}

/** In memory where there is room: nothing of it outlives the run, and a new database takes a fifth of the time. */
async function parentFolder(): Promise<string> {
  const room = await statfs(IN_MEMORY).catch(() => null);
  return room !== null && room.bavail * room.bsize >= ROOM_BYTES ? IN_MEMORY : tmpdir();
}

async function removeLeftovers(): Promise<void> {
  for (const parent of [tmpdir(), IN_MEMORY]) {
    for (const name of await readdir(parent).catch(() => [])) await removeLeftover(join(parent, name));
  }
}

async function removeLeftover(folder: string): Promise<void> {
  const pid = Number(FOLDER.exec(basename(folder))?.[1]);
  if (!pid || (await processState(pid)) !== 'gone') return;
  const { uid } = await stat(folder);
  if (uid !== process.geteuid?.()) return;
  await clearPostmaster(join(folder, 'postgres/cluster'), () => {});
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
