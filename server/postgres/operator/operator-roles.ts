import { sql } from 'kysely';
import { writeAudit } from './audit-log.ts';
import type { Database } from '#server/postgres/connection/database.ts';

/** An account that may open the operator's page. */
interface Operator {
  username: string;
  operatorSince: Date;
}

/** What became of a change of the role: `last` and nothing is changed where nobody would have it any more. */
export type RoleChange = 'changed' | 'unchanged' | 'unknown' | 'last';

/** What `brava admin` reads and writes: who has the operator's role. Every change is in the audit log. */
export function createOperatorRoles(db: Database) {
  return {
    async list(): Promise<Operator[]> {
      const { rows } = await sql<Operator>`
        select username, operator_since as "operatorSince" from users
        where operator_since is not null order by operator_since, username`.execute(db);
      return rows;
    },
    /** Gives the role to the account of that name, in whatever case. */
    async grant(username: string): Promise<RoleChange> {
      return await setRole(db, { username, isOperator: true, mayBeLast: true });
    },
    /** Takes the role away; running servers notice with the account's next call. */
    async revoke(username: string, mayBeLast: boolean): Promise<RoleChange> {
      return await setRole(db, { username, isOperator: false, mayBeLast });
    },
  };
}

async function setRole(
  db: Database,
  { username, isOperator, mayBeLast }: { username: string; isOperator: boolean; mayBeLast: boolean },
): Promise<RoleChange> {
  return await db.transaction().execute(async (trx) => {
    // All operators are locked in one order: of two that are revoked at once the second sees that it is the last.
    const { rows } = await sql<{ id: string; has: boolean; asked: boolean }>`
      select id, operator_since is not null as has, lower(username) = lower(${username}) as asked from users
      where operator_since is not null or lower(username) = lower(${username})
      order by id for no key update`.execute(trx);
    const account = rows.find(({ asked }) => asked);
    if (account === undefined) return 'unknown';
    if (account.has === isOperator) return 'unchanged';
    const others = rows.filter(({ has, asked }) => has && !asked).length;
    if (!isOperator && others === 0 && !mayBeLast) return 'last';
    await trx
      .updateTable('users')
      .set({ operator_since: isOperator ? sql<Date>`now()` : null })
      .where('id', '=', account.id)
      .execute();
    await writeAudit(trx, { userId: account.id, action: isOperator ? 'operator_grant' : 'operator_revoke' });
    return 'changed';
  });
}
