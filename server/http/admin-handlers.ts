import type { adminRoutes } from '#contract/admin-routes.ts';
import { readAdminAlarms } from '#server/app/alarms/read-alarms.ts';
import { askForBackup, readAdminBackups } from '#server/app/backups/see-backups.ts';
import { endStreamerSessions, setSuspended } from '#server/app/operator/operator-acts.ts';
import type { Ports } from '#server/app/ports.ts';
import { readAudit } from '#server/app/operator/read-audit.ts';
import { readAdminHealth, readAdminMoney } from '#server/app/operator/read-operation.ts';
import { seeStreamer, seeStreamers } from '#server/app/operator/see-streamers.ts';
import type { Handlers } from './handler.ts';

/** The calls of the operator's page. */
export function createAdminHandlers(ports: Ports): Pick<Handlers, keyof typeof adminRoutes> {
  return {
    adminHealth: () => readAdminHealth(ports),
    adminMoney: () => readAdminMoney(ports),
    adminAlarms: () => readAdminAlarms(ports),
    adminBackups: () => readAdminBackups(ports),
    backUpNow: (_, { session }) => askForBackup(ports, session),
    adminStreamers: ({ query }) => seeStreamers(ports, query),
    adminStreamer: ({ params }, { session }) => seeStreamer(ports, session, params.id),
    suspendStreamer: ({ params, body }, { session }) =>
      setSuspended(ports, session, { streamerId: params.id, ...body, isSuspended: true }),
    unsuspendStreamer: ({ params, body }, { session }) =>
      setSuspended(ports, session, { streamerId: params.id, ...body, isSuspended: false }),
    endStreamerSession: ({ params, body }, { session }) =>
      endStreamerSessions(ports, session, { streamerId: params.id, ...body, sessionId: params.session }),
    endStreamerSessions: ({ params, body }, { session }) =>
      endStreamerSessions(ports, session, { streamerId: params.id, ...body, sessionId: null }),
    adminAudit: ({ query }) => readAudit(ports, query),
  };
}
