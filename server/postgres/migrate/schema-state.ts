import { withClient } from '#server/postgres/connection/with-client.ts';
import { assertDurable } from '#server/postgres/embedded/durability.ts';
import { readMigrations } from './migration-files.ts';

/**
 * How a database's schema stands to this version's, without changing anything: `empty` was never migrated, `older`
 * is brought up at the next start, `newer` or `edited` cannot be used. Throws `not_durable` when it may lose commits.
 */
export async function readSchemaState(
  connectionString: string,
): Promise<'empty' | 'older' | 'current' | 'newer' | 'edited'> {
  const ours = await readMigrations();
  return await withClient({ connectionString }, async (client) => {
    await assertDurable(client);
    const { rows: tables } = await client.query(
      `select 1 where to_regclass('schema_migrations') is not null`,
    );
    if (tables.length === 0) return 'empty';
    const { rows } = await client.query<{ number: number; sha256: string }>(
      'select number, sha256 from schema_migrations order by number',
    );
    if (rows.length > ours.length) return 'newer';
    if (rows.some(({ number, sha256 }) => ours[number - 1]?.sha256 !== sha256)) return 'edited';
    return rows.length < ours.length ? 'older' : 'current';
  });
}
