import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSetupError } from '#server/postgres/connection/database-setup-error.ts';

/** The folder of this version's migrations. */
export const ourMigrations = fileURLToPath(new URL('../migrations', import.meta.url));

/**
 * One step of the schema: its place in the order, its file, and the hash that shows whether it was edited.
 * `survivedBy`: servers that know the migration of that number, or a later one, go on working beside this step; null:
 * only those that know this very step (docs/decisions/018). `index`: the one that a step builds outside of a transaction,
 * beside whoever writes; null: an ordinary step.
 */
export type Migration = {
  number: number;
  name: string;
  sql: string;
  sha256: string;
  survivedBy: number | null;
  index: string | null;
};

/** The first line of a step that builds an index beside running servers. */
const OUTSIDE = '-- outside a transaction\n';
/** All that such a step may hold, but for comments. */
const BUILDS_INDEX =
  /^\s*create (?:unique )?index concurrently if not exists ([a-z][a-z0-9_]*) on [^;]+;?\s*$/i;
/** The first line of a step that older servers survive; the second one of a step outside a transaction. */
const SURVIVED_BY = /^(?:-- outside a transaction\n)?-- survived by: (\d{3})\n/;
const FILE_NAME = /^(\d{3})-[a-z0-9-]+\.sql$/;

/**
 * Reads the migrations of a folder, ours unless told, in their order: `001-….sql`, `002-….sql`, … without gap or repeat.
 *
 * Line ends count as LF, so that a checkout on another system hashes alike. Other files than `.sql` are
 * left alone. Throws `migration_numbering`, or `migration_failed` for a step outside a transaction that is anything but
 * one index, naming the file.
 */
export async function readMigrations(folder = ourMigrations): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  for (const [index, name] of names.entries()) checkNumber(name, index + 1, names[index - 1]);
  return Promise.all(names.map((name) => readMigration(folder, name)));
}

function checkNumber(name: string, expected: number, previous: string | undefined): void {
  if (Number(FILE_NAME.exec(name)?.[1]) === expected) return;
  const wanted = `${String(expected).padStart(3, '0')}-words-in-lower-case.sql`;
  throw new DatabaseSetupError(
    'migration_numbering',
    `The migration ${name}${previous ? `, after ${previous},` : ''} should be called ${wanted}: ` +
      'numbers count from 001 without gap or repeat.',
  );
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  return {
    number: Number.parseInt(name, 10),
    name,
    sql,
    sha256: createHash('sha256').update(sql).digest('hex'),
    survivedBy: readSurvivedBy(sql),
    index: readIndex(name, sql),
  };
}

/** The text of a step for whoever runs it in a transaction, in a schema that nobody else uses yet. */
export function withinTransaction({ sql, index }: Migration): string {
  return index === null ? sql : sql.replace(/^(\s*create (?:unique )?index) concurrently\b/im, '$1');
}

function readIndex(name: string, sql: string): string | null {
  if (!sql.startsWith(OUTSIDE)) return null;
  const [, index] = BUILDS_INDEX.exec(sql.replaceAll(/^--.*$/gm, '')) ?? [];
  if (index !== undefined) return index;
  throw new DatabaseSetupError(
    'migration_failed',
    `The migration ${name} is outside a transaction: it may hold one "create index concurrently if not exists", and nothing else.`,
  );
}

function readSurvivedBy(sql: string): number | null {
  const [, number] = SURVIVED_BY.exec(sql) ?? [];
  return number === undefined ? null : Number.parseInt(number, 10);
}
