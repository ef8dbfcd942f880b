import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { exportRecords } from '#server/postgres/backups/export-backup.ts';
import { readBackup } from '#server/postgres/backups/backup-file.ts';
import { createTestDatabase, findClusterFolder } from '#server/test/database.ts';
import { query } from '#server/test/database-address.ts';
import type { Haystack } from './find-secrets.ts';

/** Every file below a folder that changed since a moment. */
export async function readFolder(folder: string, since = new Date(0)): Promise<Haystack[]> {
  const found: Haystack[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || (await stat(path)).mtime < since) continue;
    found.push({ name: relative(folder, path), content: await readFile(path) });
  }
  return found;
}

/** Every row of every table in COPY's text form, with the schema that a back-up does not hold. */
export async function readTables(connectionString: string): Promise<Haystack> {
  const pieces: Buffer[] = [];
  for await (const record of exportRecords(connectionString)) {
    pieces.push(
      Buffer.from(JSON.stringify(record)),
      record.kind === 'piece' ? record.bytes : Buffer.alloc(0),
    );
  }
  const tables = await query(
    connectionString,
    `select relname as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  );
  for (const { name } of tables) {
    const rows = await query(connectionString, `select t::text as row from "${name}" t`);
    pieces.push(...rows.map(({ row }) => Buffer.from(`${row}\n`)));
  }
  return { name: 'the tables', content: Buffer.concat(pieces) };
}

/** A back-up, unpacked. */
export async function readWholeBackup(path: string): Promise<Haystack> {
  const pieces: Buffer[] = [];
  for await (const record of readBackup(path)) {
    pieces.push(record.kind === 'piece' ? record.bytes : Buffer.from(JSON.stringify(record)));
  }
  return { name: 'the back-up', content: Buffer.concat(pieces) };
}

/**
 * PostgreSQL's own files: those of this database, and the journal of the whole server since a moment, after everything
 * was written to them. Null when they are not on this machine.
 */
export async function readDatabaseFiles(connectionString: string, since: Date): Promise<Haystack[] | null> {
  const folder = await findClusterFolder();
  if (folder === null) return null;
  // Dropping a database forces a checkpoint, which the role of the tests may not ask for by itself.
  await (await createTestDatabase()).drop();
  const [row] = await query(
    connectionString,
    'select oid::text as number from pg_database where datname = current_database()',
  );
  const own = await readFolder(join(folder, 'base', String(row?.['number'])));
  return [...own, ...(await readFolder(join(folder, 'pg_wal'), since))].map(({ name, content }) => ({
    name: `PostgreSQL's file ${name}`,
    content,
  }));
}
