import type { ClientBase } from 'pg';
import type { TableStart } from './backup-file.ts';

/** What only running servers and open sockets need, and what a back-up says in its header. */
const leftOut = [
  'overlay_sockets',
  'events',
  'schema_migrations',
  'limit_counts',
  'unknown_proxies',
  // Trouble of another machine and day.
  'alarms',
  'alarm_ways',
  'alarm_tellings',
  'alarm_reports',
  'alarm_turn',
  'backup_turn',
];

/** The tables of a back-up with the columns that hold data, each table after those that its rows refer to. */
export async function listTables(client: ClientBase): Promise<TableStart[]> {
  const { rows } = await client.query<TableStart>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> all ($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
    [leftOut],
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`,
  );
  return inOrder(rows, references);
}

function inOrder(tables: TableStart[], references: { from: string; to: string }[]): TableStart[] {
  const ordered: TableStart[] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const isWaiting = new Set(waiting.map(({ table }) => table));
    const free = waiting.filter(
      ({ table }) => !references.some(({ from, to }) => from === table && isWaiting.has(to)),
    );
    if (free.length === 0)
      throw new Error('The tables refer to each other in a circle: none can come first.');
    ordered.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}

/** The sequences of the schema, by name. */
export async function listSequences(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'S' and relnamespace = current_schema()::regnamespace order by 1`,
  );
  return rows.map(({ name }) => name);
}
