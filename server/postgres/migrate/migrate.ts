import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, DatabaseError } from 'pg';
import { buildIndex } from './build-index.ts';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';
import { createClient } from '#server/postgres/connection/with-client.ts';
import { ourMigrations, readMigrations, type Migration } from './migration-files.ts';

/**
 * The advisory lock of whatever needs the schema to stand still: a migration holds it alone, a back-up shares it with
 * other back-ups. Any number that no other program on the operator's server is likely to lock.
 */
export const migrationLock = 7_236_109_544_281;

const lockNotAvailable = '55P03';
const notAllowed = '42501';
/** An index that is built stands in nobody's way and may wait so many times longer than what does. */
const patience = 10;

type Applied = Pick<Migration, 'number' | 'name' | 'sha256' | 'survivedBy'>;

/** How a database is migrated, where it is not as usual. */
interface MigrateOptions {
  /** Of the migration files. */
  folder?: string;
  /** A migration waits this long for a lock, in milliseconds, then as long again outside the queue: others go first. */
  lockTimeoutMs?: number;
  /** Hears in words each time that a migration has to wait and will be tried again. */
  onWait?: (message: string) => void;
  /** Hears in words that tables with something in them are brought forward, and of each step that is through. */
  onStep?: (message: string) => void;
}

/**
 * Brings a database to the schema of this version, forward only, one transaction per file.
 *
 * Several processes may do it at once, also through a transaction pooler: each step is taken under an advisory lock
 * that its transaction holds, after a fresh look at what has been applied. A database that is up to date is only read,
 * without any lock, and so is one that a newer version migrated by steps that this one survives (docs/decisions/018).
 * Repeating changes nothing. A step that fails leaves nothing of itself. Needs no superuser: the right to create tables
 * in the current schema while there is something to apply, afterwards only to read.
 *
 * A file that begins with `-- outside a transaction` builds one index beside whoever writes; the lock is held by a
 * transaction meanwhile, which records it. What an interrupted build left is built again by the next start.
 *
 * While a back-up or a long transaction is in the way it waits, however long that takes, and never with others queued
 * behind it for more than `lockTimeoutMs`.
 *
 * Throws `migration_numbering`, `migration_edited`, `database_newer` or `migration_failed`, each naming
 * the file and, but for the last, before anything is changed; `not_allowed` where the user has not that right.
 */
export async function migrate(
  connectionString: string,
  {
    folder = ourMigrations,
    lockTimeoutMs = 3000,
    onWait = (line) => console.warn(line),
    onStep = () => undefined,
  }: MigrateOptions = {},
): Promise<void> {
  const migrations = await readMigrations(folder);
  const client = createClient({ connectionString });
  try {
    await client.connect();
    let next = await findNext(client, migrations);
    const from = (next?.number ?? 1) - 1;
    if (from > 0) onStep(sayWay(from, migrations.length));
    while (next !== undefined) {
      const take = next.index === null ? takeStep : takeStepOutside;
      if (!(await take({ client, connectionString, migrations, lockTimeoutMs }))) {
        onWait(
          `The migration ${sayNumber(next.number)} waits: a back-up, another server that migrates, or a long transaction is in its way. It is tried again.`,
        );
        await sleep(lockTimeoutMs);
      } else if (from > 0) onStep(`The migration ${sayNumber(next.number)} is through.`);
      next = await findNext(client, migrations);
    }
  } catch (cause) {
    throw cause instanceof DatabaseError && cause.code === notAllowed ? sayNotAllowed(cause) : cause;
  } finally {
    await client.end();
  }
}

/** The name of its file may look like a key to the log, which would cut it. */
function sayNumber(number: number): string {
  return String(number).padStart(3, '0');
}

function sayWay(from: number, to: number): string {
  return `Bringing the database from ${sayNumber(from)} to ${sayNumber(to)}. A step over many rows may take minutes: let it end.`;
}

/** Since PostgreSQL 15 only the owner of a database makes tables there, unless somebody else is let to. */
function sayNotAllowed(cause: DatabaseError): DatabaseSetupError {
  return new DatabaseSetupError(
    'not_allowed',
    `The user of DATABASE_URL may not make Brava's tables (${cause.message}). The database, with what is in it, has to ` +
      'belong to that user: ALTER DATABASE … OWNER TO …',
    { cause },
  );
}

/** The first migration that was not applied. */
async function findNext(client: Client, migrations: Migration[]): Promise<Migration | undefined> {
  const applied = (await hasHistory(client)) ? await readApplied(client) : [];
  checkHistory(applied, migrations);
  return migrations[applied.length];
}

interface Step {
  client: Client;
  connectionString: string;
  migrations: Migration[];
  lockTimeoutMs: number;
}

/** Applies the next migration, if any is left. Returns false, with nothing changed, when a lock could not be had in time. */
async function takeStep({ client, migrations, lockTimeoutMs }: Step): Promise<boolean> {
  return await underLock(client, lockTimeoutMs, async () => {
    await createHistory(client);
    // Another process may have applied it in the meantime.
    const next = await findNext(client, migrations);
    if (next?.index === null) await apply(client, next);
  });
}

/**
 * The same where an index is built by another connection while the transaction holds the lock. It has no snapshot that
 * the build would wait for, and nothing locked that running servers read: the history is made before.
 */
async function takeStepOutside(step: Step): Promise<boolean> {
  const { client, connectionString, migrations, lockTimeoutMs } = step;
  if (!(await underLock(client, lockTimeoutMs, () => createHistory(client)))) return false;
  return await underLock(client, lockTimeoutMs, async () => {
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const next = await findNext(client, migrations);
    if (next === undefined || next.index === null) return;
    const building = { ...next, index: next.index };
    await named(next, () => buildIndex(connectionString, building, lockTimeoutMs * patience));
    await record(client, next);
  });
}

/** One transaction that alone migrates. Returns false, with nothing changed, when a lock could not be had in time. */
async function underLock(client: Client, lockTimeoutMs: number, work: () => Promise<void>): Promise<boolean> {
  await client.query('BEGIN');
  try {
    // An operator's general limit on statements is not meant for this.
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
    await work();
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (error instanceof DatabaseError && error.code === lockNotAvailable) return false;
    throw error;
  }
}

async function hasHistory(client: Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT 1 WHERE to_regclass('schema_migrations') IS NOT NULL`);
  return rows.length > 0;
}

/** Does not ask first: a session that did not find the table before its lock may go on not finding it. */
async function createHistory(client: Client): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
    number integer PRIMARY KEY,
    name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`);
  await client.query('ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS survived_by integer');
}

async function readApplied(client: Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    // As JSON: in a database that was last migrated by an older version the column is not there.
    `SELECT number, name, sha256, (to_jsonb(m) ->> 'survived_by')::integer AS "survivedBy"
     FROM schema_migrations m ORDER BY number`,
  );
  return rows;
}

function checkHistory(applied: Applied[], migrations: Migration[]): void {
  const beyond = applied.slice(migrations.length);
  const newest = beyond.findLast(({ survivedBy }) => survivedBy === null || survivedBy > migrations.length);
  if (newest) {
    throw new DatabaseSetupError(
      'database_newer',
      `The database was already migrated to ${newest.name} by a newer version of Brava; this one knows ` +
        `${migrations.at(-1)?.name ?? 'no migration'} as the last. Start the newer version; ` +
        '"Going back" in docs/operate/backups.md says how this one comes back.',
    );
  }
  for (const [index, { name, sha256 }] of applied.slice(0, migrations.length).entries()) {
    const migration = migrations[index];
    if (migration?.sha256 === sha256) continue;
    throw new DatabaseSetupError(
      'migration_edited',
      `The migration ${migration?.name} is not the one that the database went through (${name}). ` +
        'A migration never changes once it was applied: go back to the version of Brava that made this database, or undo the edit.',
    );
  }
}

async function apply(client: Client, migration: Migration): Promise<void> {
  await named(migration, () => client.query(migration.sql));
  if (client.getTransactionStatus() !== 'T') {
    throw new DatabaseSetupError(
      'migration_failed',
      `The migration ${migration.name} ends the transaction that it runs in: take out its COMMIT or ROLLBACK.`,
    );
  }
  await record(client, migration);
}

/** What fails names the file, but for a lock that could not be had: that is tried again. */
async function named({ name, index }: Migration, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (cause) {
    if (cause instanceof DatabaseError && cause.code === lockNotAvailable) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseSetupError(
      'migration_failed',
      `The migration ${name} failed${index === null ? ' and was undone' : ''}: ${reason}`,
      { cause },
    );
  }
}

async function record(client: Client, { number, name, sha256, survivedBy }: Migration): Promise<void> {
  await client.query(
    'INSERT INTO schema_migrations (number, name, sha256, survived_by) VALUES ($1, $2, $3, $4)',
    [number, name, sha256, survivedBy],
  );
}
