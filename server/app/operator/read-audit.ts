import type { AuditEntry } from '#contract/admin.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { LoggedAct } from '#server/app/operator-ports.ts';
import type { Ports } from '#server/app/ports.ts';

const pageSize = 50;
const ofOperators = 'operator_';
/** What the server finds when it compares books and chain. */
const ofServer = 'ledger_';

/** A page of the audit log, the newest entry first. */
export async function readAudit(
  ports: Pick<Ports, 'operators'>,
  { name = '', action = '', before }: RouteInput<'adminAudit'>['query'],
): Promise<RouteReply<'adminAudit'>> {
  const entries = await ports.operators.searchAudit({
    name: name.trim() || null,
    action: action || null,
    before: before === undefined ? null : BigInt(before),
    // One more than is shown tells whether there is a next page.
    limit: pageSize + 1,
  });
  return { data: entries.slice(0, pageSize).map(present), hasMore: entries.length > pageSize };
}

function present({ id, at, action, actorName, accountName, detail }: LoggedAct): AuditEntry {
  const { reason = null, ...rest } = detail;
  return {
    id: String(id),
    at: at.toISOString(),
    action,
    by: actorOf({ action, actorName, accountName }),
    about: accountName,
    reason,
    detail: rest,
  };
}

/** What operators do without an account of their own they do by the command line. */
function actorOf({
  action,
  actorName,
  accountName,
}: Pick<LoggedAct, 'action' | 'actorName' | 'accountName'>): AuditEntry['by'] {
  if (actorName !== null) return { kind: 'operator', name: actorName };
  if (action.startsWith(ofOperators)) return { kind: 'command', name: null };
  if (action.startsWith(ofServer)) return { kind: 'server', name: null };
  return { kind: 'streamer', name: accountName };
}
