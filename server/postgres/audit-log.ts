import type { AuditLog } from '#server/app/ports.ts';
import type { Database } from './database.ts';

/** The audit log in PostgreSQL: appended to, never changed. */
export function createAuditLog(db: Database): AuditLog {
  return {
    async write(userId, action, detail = {}) {
      await db
        .insertInto('audit')
        .values({ user_id: userId, action, detail: JSON.stringify(detail) })
        .execute();
    },
  };
}
