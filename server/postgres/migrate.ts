import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { DatabaseSetupError } from './database-setup-error.ts';
import { readMigrations, type Migration } from './migration-files.ts';

const OUR_MIGRATIONS = fileURLToPath(new URL('migrations', import.meta.url));

/** Any number that no other program on the operator's server is likely to lock. */
const ADVISORY_LOCK = 7_236_109_544_281;

type Applied = { number: number; name: string; sha256: string };

/**
 * Brings a database to the schema of this version, forward only, one transaction per file.
 *
 * Several processes may do it at once, also through a transaction pooler: each step is taken under an
 * advisory lock that its transaction holds, after a fresh look at what has been applied. Repeating
 * changes nothing. A step that fails leaves nothing of itself. Needs no superuser: the right to create
 * tables in the current schema while there is something to apply, afterwards only to read.
 *
 * Throws `migration_numbering`, `migration_edited`, `database_newer` or `migration_failed`, each naming
 * the file and, but for the last, before anything is changed.
 */
export async function migrate(connectionString: string, folder: string = OUR_MIGRATIONS): Promise<void> {
  const migrations = await readMigrations(folder);
  const client = new Client({ connectionString });
  // Without a listener a lost connection ends Node; the query under way rejects all the same.
  client.on('error', () => {});
  try {
    await client.connect();
    while (await takeStep(client, migrations));
  } finally {
    await client.end();
  }
}

/** Applies the next migration, if any is left; tells whether it did. */
async function takeStep(client: Client, migrations: Migration[]): Promise<boolean> {
  await client.query('BEGIN');
  try {
    // An operator's general limit on statements is not meant for this.
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    const applied = await readApplied(client);
    checkHistory(applied, migrations);
    const next = migrations[applied.length];
    if (next) await apply(client, next);
    await client.query('COMMIT');
    return next !== undefined;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function readApplied(client: Client): Promise<Applied[]> {
  const { rows: tables } = await client.query(`SELECT 1 WHERE to_regclass('schema_migrations') IS NOT NULL`);
  if (tables.length === 0) {
    await client.query(`CREATE TABLE schema_migrations (
      number integer PRIMARY KEY,
      name text NOT NULL,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  }
  const { rows } = await client.query<Applied>(
    'SELECT number, name, sha256 FROM schema_migrations ORDER BY number',
  );
  return rows;
}

function checkHistory(applied: Applied[], migrations: Migration[]): void {
  const newest = applied.at(-1);
  if (newest && newest.number > migrations.length) {
    throw new DatabaseSetupError(
      'database_newer',
      `The database was already migrated to ${newest.name} by a newer version of Brava; this one knows ` +
        `${migrations.at(-1)?.name ?? 'no migration'} as the last. Start the newer version.`,
    );
  }
  for (const [index, { name, sha256 }] of applied.entries()) {
    const migration = migrations[index];
    if (migration?.sha256 === sha256) continue;
    throw new DatabaseSetupError(
      'migration_edited',
      `The migration ${migration?.name} is not the one that the database went through (${name}). ` +
        'A migration never changes once it was applied: undo the edit and add a new file.',
    );
  }
}

async function apply(client: Client, { number, name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseSetupError(
      'migration_failed',
      `The migration ${name} failed and was undone: ${reason}`,
      { cause },
    );
  }
  if (client.getTransactionStatus() !== 'T') {
    throw new DatabaseSetupError(
      'migration_failed',
      `The migration ${name} ends the transaction that it runs in: take out its COMMIT or ROLLBACK.`,
    );
  }
  await client.query('INSERT INTO schema_migrations (number, name, sha256) VALUES ($1, $2, $3)', [
    number,
    name,
    sha256,
  ]);
}
