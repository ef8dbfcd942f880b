import { sql } from 'kysely';
import type { Database } from '#server/postgres/connection/database.ts';
import { ok, warning, type Finding } from './finding.ts';
import { sayCount } from './words.ts';

/** One is woken, one reads events, one says that the server lives. */
const besidesPool = 3;

/**
 * Whether PostgreSQL takes all connections of the servers that run, or of one. They open them as there is more to do, so
 * that what is short fails only then.
 */
export async function checkConnections(
  db: Database,
  runningServers: number,
  ofEach: number,
): Promise<Finding> {
  const servers = Math.max(1, runningServers);
  const wanted = servers * (ofEach + besidesPool);
  const { rows } = await sql<{ allowed: number }>`
    select least(
      (select sum(case name when 'max_connections' then setting::int else -setting::int end) from pg_settings
        where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user))::int as allowed`.execute(
    db,
  );
  const allowed = rows[0]?.allowed ?? 0;
  const said = `${sayCount(servers, 'server opens', 'servers open')} up to ${wanted} connections`;
  if (wanted <= allowed) return ok(`${said}; PostgreSQL takes ${allowed}`);
  return warning(
    `${said}, and PostgreSQL takes ${allowed}`,
    'Lower DATABASE_CONNECTIONS (a server opens as many and three more), or raise max_connections, with a dozen for commands.',
  );
}
