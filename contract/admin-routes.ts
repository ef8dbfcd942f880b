import * as z from 'zod/mini';
import { listedSession } from './account-routes.ts';
import {
  adminBackups,
  adminHealth,
  adminMoney,
  adminStreamer,
  adminStreamerDetails,
  auditEntry,
  operatorReason,
} from './admin.ts';
import { adminAlarms } from './alarms.ts';
import { byId, id, type Route } from './route.ts';

const read = { method: 'GET', access: 'operator', status: 200 } as const;
const act = {
  method: 'POST',
  access: 'operator',
  status: 200,
  body: operatorReason,
} as const;

const searched = z.optional(z.string().check(z.maxLength(100)));

/** The operator's page. Acts want a password typed within 15 minutes, and a reason, which the audit log keeps. */
export const adminRoutes = {
  adminHealth: { ...read, path: '/admin/health', summary: 'How everything runs.', reply: adminHealth },
  adminMoney: { ...read, path: '/admin/money', summary: 'Money that is on its way.', reply: adminMoney },
  adminAlarms: {
    ...read,
    path: '/admin/alarms',
    summary: 'Alarms that stand, the last that did, and by which ways operators are told.',
    reply: adminAlarms,
  },
  adminBackups: { ...read, path: '/admin/backups', summary: 'How back-ups stand.', reply: adminBackups },
  backUpNow: {
    method: 'POST',
    access: 'operator',
    status: 200,
    path: '/admin/backups',
    summary:
      'Have a back-up made now, once any that is being made is finished. Changes nothing else, so it needs no reason.',
    reply: adminBackups,
  },
  adminStreamers: {
    ...read,
    path: '/admin/streamers',
    summary: 'A page of accounts, the newest first, searched by name or wallet.',
    query: z.object({
      search: searched,
      page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000))),
    }),
    reply: z.object({ data: z.array(adminStreamer), found: z.number(), pageSize: z.number() }),
  },
  adminStreamer: {
    ...read,
    path: '/admin/streamers/:id',
    summary: 'One account, and where it is signed in.',
    params: byId,
    reply: z.object({ streamer: adminStreamerDetails, sessions: z.array(listedSession) }),
  },
  suspendStreamer: {
    ...act,
    path: '/admin/streamers/:id/suspend',
    summary: 'Close a donation link. Donations made before are honoured, the overlay goes on.',
    params: byId,
    reply: adminStreamerDetails,
  },
  unsuspendStreamer: {
    ...act,
    path: '/admin/streamers/:id/unsuspend',
    summary: 'Open a suspended donation link again.',
    params: byId,
    reply: adminStreamerDetails,
  },
  endStreamerSession: {
    ...act,
    path: '/admin/streamers/:id/sessions/:session/end',
    summary: 'End one session of an account; tells how many ended.',
    params: z.extend(byId, { session: id }),
    reply: z.object({ ended: z.number() }),
  },
  endStreamerSessions: {
    ...act,
    path: '/admin/streamers/:id/sessions/end',
    summary: 'End all sessions of an account; tells how many there were.',
    params: byId,
    reply: z.object({ ended: z.number() }),
  },
  adminAudit: {
    ...read,
    path: '/admin/audit',
    summary: 'Entries of the audit log, the newest first; `before` is the last one of the page before.',
    query: z.object({
      /** In the name of the account or of the operator. */
      name: searched,
      action: z.optional(z.string().check(z.maxLength(64))),
      before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
    }),
    reply: z.object({ data: z.array(auditEntry), hasMore: z.boolean() }),
  },
} as const satisfies Record<string, Route>;
