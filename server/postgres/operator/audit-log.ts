import type { CompiledQuery } from 'kysely';
import type { AuditAction } from '#contract/admin.ts';
import type { AuditDetails, AuditLog } from '#server/app/ports.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';

/** The audit log in PostgreSQL: appended to, never changed. Refused acts are forgotten after a while (`forget-refusals.ts`). */
export function createAuditLog(db: Database): AuditLog {
  return {
    write: (userId, action, detail) => writeAudit(db, { userId, action, detail }),
  };
}

/** Who did what. */
interface AuditEntry {
  userId: string | null;
  /** The operator who acts on that account. */
  actorId?: string | null;
  action: AuditAction;
  detail?: AuditDetails | undefined;
}

/** Appends to the audit log, also within a transaction. */
export async function writeAudit(db: Database | Trx, entry: AuditEntry): Promise<void> {
  await db.executeQuery(auditInsert(db, entry));
}

/** The same as a statement, for whoever sends several together. */
export function auditInsert(
  db: Database | Trx,
  { userId, actorId = null, action, detail = {} }: AuditEntry,
): CompiledQuery {
  return db
    .insertInto('audit')
    .values({ user_id: userId, actor_id: actorId, action, detail: JSON.stringify(detail) })
    .compile();
}
