import type { Client } from 'pg';
import { withClient } from '#server/postgres/connection/with-client.ts';
import { type BackupContents, importBackup } from './import-backup.ts';
import { sumBooks } from './sum-books.ts';

/**
 * Restores a back-up into a database that may be overwritten, by the very code of `restore`, and tells in words what
 * came out otherwise than it went in: numbers of rows, and the sums of the books where the file knows them. An empty
 * list is a good back-up. Throws what `importBackup` throws.
 */
export async function findDifferences(
  connectionString: string,
  path: string,
  contents: BackupContents,
): Promise<string[]> {
  await importBackup(connectionString, path, { keyEpoch: contents.header.keyEpoch });
  const connection = { connectionString, application_name: 'brava-backup-check' };
  return await withClient(connection, (client) => compare(client, contents));
}

async function compare(client: Client, { header, tables }: BackupContents): Promise<string[]> {
  const differences: string[] = [];
  for (const { table, rows: expected } of tables) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) as count from ${client.escapeIdentifier(table)}`,
    );
    const found = Number(rows[0]?.count);
    if (found !== expected) differences.push(`${table} has ${found} rows instead of ${expected}`);
  }
  const sums = await sumBooks(client);
  for (const [name, expected] of Object.entries(header.books ?? {})) {
    const found = sums[name];
    if (found !== undefined && found !== expected)
      differences.push(`${name} is ${found} instead of ${expected}`);
  }
  return differences;
}
