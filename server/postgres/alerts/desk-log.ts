import type { DeskAction, DeskLogEntry } from '#contract/alerts.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';

/** Writes down who did what at the desk, in the transaction that does it. */
export async function writeDeskLog(
  trx: Trx,
  by: DeskCaller,
  action: DeskAction,
  donatorName: string | null = null,
): Promise<void> {
  await trx
    .insertInto('desk_log')
    .values({ user_id: by.userId, who: by.name, role: by.role, action, donator_name: donatorName })
    .execute();
}

/** The newest lines of a streamer's log. */
export async function listDeskLog(db: Database, userId: string, limit: number): Promise<DeskLogEntry[]> {
  const rows = await db
    .selectFrom('desk_log')
    .select(['id', 'at', 'who', 'role', 'action', 'donator_name as donatorName'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, id: String(row.id), at: row.at.toISOString() }));
}
