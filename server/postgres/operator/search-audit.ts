import { sql } from 'kysely';
import type { LoggedAct, OperatorStore } from '#server/app/operator-ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';

/** Entries of the audit log, the newest first, from an index each time (see migration 013). */
export const searchAudit =
  (db: Database): OperatorStore['searchAudit'] =>
  async ({ name, action, before, limit }) => {
    const named = sql`(select id from users where position(lower(${name}) in lower(username)) > 0)`;
    const { rows } = await sql<LoggedAct>`
      select a.id, a.at, a.action, a.detail, actor.username as "actorName", account.username as "accountName"
      from audit a
        left join users actor on actor.id = a.actor_id
        left join users account on account.id = a.user_id
      where ${name === null ? sql`true` : sql`(a.user_id in ${named} or a.actor_id in ${named})`}
        and ${action === null ? sql`true` : sql`a.action = ${action}`}
        and ${before === null ? sql`true` : sql`a.id < ${before}`}
      order by a.id desc limit ${limit}`.execute(db);
    return rows;
  };
