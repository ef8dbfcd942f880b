import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSetupError } from './database-setup-error.ts';

/**
 * One step of the schema: its place in the order, its file, and the hash that shows whether it was edited.
 * `survivedBy`: servers that know the migration of that number, or a later one, go on working beside this step; null:
 * only those that know this very step (docs/decisions/018).
 */
export type Migration = {
  number: number;
  name: string;
  sql: string;
  sha256: string;
  survivedBy: number | null;
};

/** The first line of a step that older servers survive. */
const SURVIVED_BY = /^-- survived by: (\d{3})\n/;
const FILE_NAME = /^(\d{3})-[a-z0-9-]+\.sql$/;

/**
 * Reads the migrations of a folder in their order: `001-….sql`, `002-….sql`, … without gap or repeat.
 *
 * Line ends count as LF, so that a checkout on another system hashes alike. Other files than `.sql` are
 * left alone. Throws `migration_numbering` that names the file.
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
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
  };
}

function readSurvivedBy(sql: string): number | null {
  const [, number] = SURVIVED_BY.exec(sql) ?? [];
  return number === undefined ? null : Number.parseInt(number, 10);
}
