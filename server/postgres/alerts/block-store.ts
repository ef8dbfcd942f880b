import type { BlockStore } from '#server/app/alert-ports.ts';
import { addBlocks } from './add-blocks.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { removeBlock } from './remove-block.ts';
import { Overtaken } from './take-away.ts';

/** Somebody would have to pay in the same milliseconds every time. */
const mostAttempts = 20;

/** Block lists in PostgreSQL. */
export function createBlockStore(db: Database): BlockStore {
  return {
    async list(userId) {
      const rows = await db
        .selectFrom('blocks')
        .select(['id', 'kind', 'value', 'added_by as addedBy', 'role', 'created_at as createdAt'])
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
    },
    add: (by, wanted, now) => untilUndisturbed(db, (trx) => addBlocks(trx, by, wanted, now)),
    remove: (by, id, options) => untilUndisturbed(db, (trx) => removeBlock(trx, by, id, options)),
  };
}

async function untilUndisturbed<T>(db: Database, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!(error instanceof Overtaken) || attempt === mostAttempts) throw error;
    }
  }
}
