import { findUnknownProxy } from '#server/postgres/operator/unknown-proxies.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { ok, warning, type Finding } from './finding.ts';

/** A proxy that was set right meanwhile is not held against anybody for longer. */
const heldForMs = 24 * 3_600_000;

/** Whether the servers know the proxies in front of them, by what they noted. */
export async function checkProxy(db: Database, trustProxy: readonly string[]): Promise<Finding> {
  const found = await findUnknownProxy(db);
  if (found !== null && Date.now() - found.seenAt.getTime() < heldForMs) {
    return warning(
      `Requests came through a proxy at ${found.peer} that TRUST_PROXY does not name: its visitors count as one (${found.seenAt.toISOString()})`,
      'If it is yours, set TRUST_PROXY to its address and restart. If not, somebody only pretends: nothing is to be done.',
    );
  }
  return ok(
    trustProxy.length === 0
      ? 'Visitors come directly: no proxy is trusted, and none was noticed'
      : `Visitors are told apart by what ${trustProxy.join(', ')} says of them`,
  );
}
