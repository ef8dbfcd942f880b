import type { AuditAction } from '#contract/admin.ts';
import type { AuditDetails, Clock } from '#server/app/ports.ts';
import type { OperatorAct, OperatorStore } from '#server/app/operator-ports.ts';
import { writeAudit } from './audit-log.ts';
import type { Database, Trx } from '#server/postgres/connection/database.ts';
import { tellPages } from '#server/postgres/connection/outbox.ts';
import { searchAudit } from './search-audit.ts';
import { findSeenStreamer, searchStreamers } from './seen-streamers.ts';
import { listStuckSweeps } from '#server/postgres/money/stuck-sweeps.ts';
import { endSessionById, endSessionsOf } from '#server/postgres/accounts/session-store.ts';

/** Accounts from the operator's side, in PostgreSQL. Every act stands in the audit log, or nothing of it happened. */
export function createOperatorStore(db: Database, clock: Clock): OperatorStore {
  return {
    search: searchStreamers(db),
    find: findSeenStreamer(db),
    async setSuspended(act, isSuspended) {
      return await db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({ suspended_at: isSuspended ? clock.now() : null })
          .where('id', '=', act.streamerId)
          .where('suspended_at', isSuspended ? 'is' : 'is not', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await writeAct(trx, act, isSuspended ? 'operator_suspend' : 'operator_unsuspend');
        await tellPages(trx, act.streamerId);
        return true;
      });
    },
    async endSessions(act, sessionId) {
      return await db.transaction().execute(async (trx) => {
        const now = clock.now();
        const ended =
          sessionId === null
            ? await endSessionsOf(trx, act.streamerId, now)
            : await endSessionById(trx, { userId: act.streamerId, id: sessionId }, now);
        const action = sessionId === null ? 'operator_end_sessions' : 'operator_end_session';
        if (ended > 0) await writeAct(trx, act, action, { ended: String(ended) });
        return ended;
      });
    },
    searchAudit: searchAudit(db),
    listStuck: listStuckSweeps(db),
  };
}

async function writeAct(
  trx: Trx,
  { operatorId, streamerId, reason }: OperatorAct,
  action: AuditAction,
  detail: AuditDetails = {},
): Promise<void> {
  await writeAudit(trx, { userId: streamerId, actorId: operatorId, action, detail: { reason, ...detail } });
}
