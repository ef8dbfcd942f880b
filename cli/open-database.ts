import { join } from 'node:path';
import { access } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '#server/postgres/connection/database.ts';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';
import { DataFolderHeld } from '#server/postgres/embedded/data-folder-lock.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded/embedded.ts';
import { takeMaintenanceLock } from '#server/postgres/migrate/maintenance-lock.ts';
import { migrate } from '#server/postgres/migrate/migrate.ts';
import { checkOperatorsDatabase } from '#server/postgres/embedded/operators-database.ts';
import { readSchemaState } from '#server/postgres/migrate/schema-state.ts';
import { findRunningDatabase } from '#server/postgres/embedded/running-database.ts';
import type { CommandContext } from './command.ts';
import { Refusal } from './refusal.ts';

/** How a command wants the database. */
export interface DatabaseWish {
  /** Servers must be stopped and are kept away until the end of the command. */
  exclusive?: boolean;
  /** The embedded database is made if it does not exist. */
  mayCreate?: boolean;
  /** It must have this version's schema. No command brings it there: the server does, after a back-up by the old program. */
  current?: boolean;
  /** How long one that a server holds may take to answer; as long as a server that is just starting needs, unless given. */
  patienceMs?: number;
}

/** The database of this installation, until the end of the command. */
export interface OpenedDatabase {
  connectionString: string;
  db: Database;
  /** Whether a server uses it too. With an operator's database this is not known, and counts as true. */
  isShared: boolean;
}

const connections = 10;
/** As long as a server that is just starting needs until its database answers. */
const startingMs = 20_000;
const retryMs = 250;

/**
 * Opens the database: the operator's, or the embedded one: through the socket of a running server, or started for
 * the time of the command. Throws `Refusal` or `DatabaseSetupError` with a sentence for the person.
 */
export async function openDatabaseOf(
  context: CommandContext,
  wish: DatabaseWish = {},
): Promise<OpenedDatabase> {
  const { connectionString, isShared } = await provide(context, wish);
  if (wish.current === true) await assertCurrent(connectionString);
  let isEnding = false;
  const db = openDatabase(connectionString, {
    maxConnections: connections,
    // Whatever was asked of a lost connection is rejected where it was asked.
    onError: (error) => {
      if (!isEnding) context.terminal.tell(`The database connection had a problem: ${error.message}`);
    },
  });
  context.cleanUp.defer(() => {
    isEnding = true;
    return db.destroy();
  });
  return { connectionString, db, isShared };
}

async function assertCurrent(connectionString: string): Promise<void> {
  const state = await readSchemaState(connectionString);
  if (state === 'empty')
    throw new Refusal('No server has started on this database yet: the first start makes its tables.');
  if (state === 'older')
    throw new Refusal(
      'This database is of an older version of Brava, and nothing was changed. Use the commands of that version, for a ' +
        'back-up above all, or start the server of this one, which brings the database forward.',
    );
  // There is nothing to bring forward any more: this refuses one of a version that this one does not know.
  await migrate(connectionString);
}

async function provide(
  context: CommandContext,
  wish: DatabaseWish,
): Promise<{ connectionString: string; isShared: boolean }> {
  const { databaseUrl } = context.config;
  if (databaseUrl === null) return await provideEmbedded(context, wish);
  await checkOperatorsDatabase(databaseUrl);
  if (wish.exclusive === true) {
    const lock = await takeMaintenanceLock(databaseUrl);
    context.cleanUp.defer(() => lock.release());
  }
  return { connectionString: databaseUrl, isShared: wish.exclusive !== true };
}

async function provideEmbedded(
  context: CommandContext,
  wish: DatabaseWish,
): Promise<{ connectionString: string; isShared: boolean }> {
  const dataDir = join(context.config.dataDir, 'postgres');
  const exists = await access(join(dataDir, 'cluster')).then(
    () => true,
    () => false,
  );
  if (!exists && wish.mayCreate !== true) {
    throw new Refusal(
      `There is no database in ${dataDir} yet: the first start of the server makes it (npm start). ` +
        'If it was lost, start no server: bring it back with restore, or without a back-up with recover.',
    );
  }
  for (const deadline = performance.now() + (wish.patienceMs ?? startingMs); ; await sleep(retryMs)) {
    const running = wish.exclusive === true ? null : await findRunningDatabase(dataDir);
    if (running !== null) return { connectionString: running, isShared: true };
    try {
      return { connectionString: await startEmbedded(context, dataDir), isShared: false };
    } catch (error) {
      const isInUse = error instanceof DatabaseSetupError && error.code === 'folder_in_use';
      if (isInUse && wish.exclusive !== true && performance.now() < deadline) continue;
      throw error instanceof DataFolderHeld ? explainHeld(error, dataDir, wish) : error;
    }
  }
}

/** Another DATA_DIR, which a server may choose, helps no command: it would look at, or make, another installation. */
function explainHeld(cause: DataFolderHeld, dataDir: string, { exclusive }: DatabaseWish): Refusal {
  const { holder } = cause;
  const message =
    exclusive === true
      ? `A server or another command (process ${holder}) is at work on ${dataDir}, and this command needs the database ` +
        'for itself. Nothing was changed. Stop that one, and run this again.'
      : `A server or another command (process ${holder}) holds ${dataDir}, but its PostgreSQL does not answer. If that ` +
        `lasts, end process ${holder} and start the server again: it starts PostgreSQL ` +
        'anew or says what is in its way, and nothing is lost.';
  return new Refusal(message, { cause });
}

/** Until the end of the command, which may come while it starts. */
async function startEmbedded({ cleanUp, terminal }: CommandContext, dataDir: string): Promise<string> {
  const ending = new AbortController();
  const log = (line: string): void => terminal.tell(line);
  const starting = startEmbeddedPostgres({ dataDir, log, signal: ending.signal });
  cleanUp.defer(async () => {
    ending.abort();
    const postgres = await starting.catch(() => null);
    await postgres?.stop();
  });
  return (await starting).connectionString;
}
