import { sql, type Updateable } from 'kysely';
import type { BackupRun, BackupStore } from '#server/app/backups/backup-ports.ts';
import type { Clock } from '#server/app/ports.ts';
import { writeAudit } from '#server/postgres/operator/audit-log.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { hint } from '#server/postgres/connection/outbox.ts';
import type { Schema } from '#server/postgres/tables/schema.ts';

/** Three renewals may be lost before others take over. */
const leaseSeconds = 30;
const leaseEnd = sql<Date>`now() + ${leaseSeconds} * interval '1 second'`;

/** Attempts to back up, and whose turn it is, in PostgreSQL. Leases go by its clock. */
export function createBackupStore(db: Database, clock: Clock): BackupStore {
  const change = async (id: string, values: Updateable<Schema['backup_runs']>): Promise<void> =>
    void (await updating(db).set(values).where('id', '=', id).execute());
  return {
    async turn() {
      return await db
        .selectFrom('backup_turn')
        .select((row) => [
          'since',
          'wanted_at as wantedAt',
          sql<boolean>`coalesce(${row.ref('lease_until')} > now(), false)`.as('isTaken'),
        ])
        .executeTakeFirstOrThrow();
    },
    async findLast(place) {
      const row = await selectRuns(db).where('place', '=', place).limit(1).executeTakeFirst();
      return row === undefined ? null : toRun(row);
    },
    async listLatest(limit) {
      return (await selectRuns(db).limit(limit).execute()).map(toRun);
    },
    async findLastGood() {
      const row = await selectRuns(db)
        .where('checked_at', 'is not', null)
        .where('removed_at', 'is', null)
        .where('missing_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : toRun(row);
    },
    async upgradedAt() {
      const { rows } = await sql<{ at: Date | null }>`
        select nullif(max(applied_at), min(applied_at)) as at from schema_migrations`.execute(db);
      return rows[0]?.at ?? null;
    },
    async listThere(place) {
      const rows = await selectRuns(db)
        .where('place', '=', place)
        .where('removed_at', 'is', null)
        .where((row) => row.or([row('checked_at', 'is not', null), row('failed_at', 'is not', null)]))
        .execute();
      return rows.map(toRun);
    },
    async takeTurn(holder) {
      return await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('backup_turn')
          .set({ holder, lease_until: leaseEnd })
          .where((row) =>
            row.or([row('lease_until', 'is', null), row('lease_until', '<=', sql<Date>`now()`)]),
          )
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await updating(trx)
          .set({
            failed_at: clock.now(),
            failure: 'ended',
            detail: 'The server or command that made it was ended.',
          })
          .where('failed_at', 'is', null)
          .where('checked_at', 'is', null)
          .execute();
        return true;
      });
    },
    async renewTurn(holder) {
      const { numUpdatedRows } = await db
        .updateTable('backup_turn')
        .set({ lease_until: leaseEnd })
        .where('holder', '=', holder)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    async endTurn(holder, servedAt) {
      await db
        .updateTable('backup_turn')
        .set({
          holder: null,
          lease_until: null,
          wanted_at: sql<Date | null>`case when wanted_at > ${servedAt} then wanted_at end`,
        })
        .where('holder', '=', holder)
        .execute();
    },
    async begin({ id, place, host, file, startedAt }) {
      await db.insertInto('backup_runs').values({ id, place, host, file, started_at: startedAt }).execute();
    },
    // What another one has taken for ended stays so.
    noteWritten: async (id, { bytes, rows }) =>
      void (await updating(db)
        .set({ finished_at: clock.now(), bytes: BigInt(bytes), row_count: BigInt(rows) })
        .where('id', '=', id)
        .where('failed_at', 'is', null)
        .execute()),
    noteChecked: async (id) =>
      void (await updating(db)
        .set({ checked_at: clock.now() })
        .where('id', '=', id)
        .where('failed_at', 'is', null)
        .execute()),
    noteFailed: (id, failure, detail) => change(id, { failed_at: clock.now(), failure, detail }),
    noteRemoved: (id) => change(id, { removed_at: clock.now() }),
    noteMissing: (id, isMissing) => change(id, { missing_at: isMissing ? clock.now() : null }),
    async want(operatorId) {
      await db.transaction().execute(async (trx) => {
        await trx.updateTable('backup_turn').set({ wanted_at: clock.now() }).execute();
        await writeAudit(trx, { userId: null, actorId: operatorId, action: 'operator_back_up' });
        await hint(trx, 'backups');
      });
    },
  };
}

const updating = (db: Pick<Database, 'updateTable'>) => db.updateTable('backup_runs');

const selectRuns = (db: Database) => db.selectFrom('backup_runs').selectAll().orderBy('started_at', 'desc');

function toRun(
  row: Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirstOrThrow']>>,
): BackupRun {
  return {
    id: row.id,
    place: row.place,
    host: row.host,
    file: row.file,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    bytes: row.bytes === null ? null : Number(row.bytes),
    rows: row.row_count === null ? null : Number(row.row_count),
    checkedAt: row.checked_at,
    failedAt: row.failed_at,
    failure: row.failure,
    detail: row.detail,
    removedAt: row.removed_at,
    missingAt: row.missing_at,
  };
}
