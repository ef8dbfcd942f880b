import type { AuditLog } from '#server/app/ports.ts';
import type { Database, Trx } from './database.ts';

/** The audit log in PostgreSQL: appended to, never changed. */
export function createAuditLog(db: Database): AuditLog {
  return {
    write: (userId, action, detail) => writeAudit(db, { userId, action, detail }),
  };
}

/** Appends to the audit log, also within a transaction. */
export async function writeAudit(
  db: Database | Trx,
  {
    userId,
    action,
    detail = {},
  }: { userId: string | null; action: string; detail?: Record<string, string> | undefined },
): Promise<void> {
  await db
    .insertInto('audit')
    .values({ user_id: userId, action, detail: JSON.stringify(detail) })
    .execute();
}
