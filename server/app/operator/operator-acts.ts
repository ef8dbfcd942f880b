import { Problem } from '#contract/problem.ts';
import type { RouteReply } from '#contract/routes.ts';
import { requireFreshProof } from '#server/app/accounts/fresh-proof.ts';
import type { Ports } from '#server/app/ports.ts';
import { getSeen } from './see-streamers.ts';
import type { CurrentSession } from '#server/app/accounts/session-token.ts';

type ActPorts = Pick<Ports, 'operators' | 'settings' | 'clock' | 'secondFactors'>;

/** Whom an act is about, and why. */
interface Wanted {
  streamerId: string;
  reason: string;
}

/**
 * Closes a streamer's link, or opens it again. Repeating it changes nothing and writes nothing.
 * Throws `Problem`: what `requireFreshProof` misses, `own_account` for the operator's own link, `streamer_not_found`.
 */
export async function setSuspended(
  ports: ActPorts,
  session: CurrentSession,
  { streamerId, reason, isSuspended }: Wanted & { isSuspended: boolean },
): Promise<RouteReply<'suspendStreamer'>> {
  await requireFreshProof(ports, session);
  const { id } = await getSeen(ports, streamerId);
  if (isSuspended && id === session.userId) throw new Problem('own_account');
  await ports.operators.setSuspended({ operatorId: session.userId, streamerId: id, reason }, isSuspended);
  return await getSeen(ports, id);
}

/**
 * Ends one session of an account, or all of them; sockets that came in by one are closed at once.
 * Throws `Problem`: what `requireFreshProof` misses, `streamer_not_found`.
 */
export async function endStreamerSessions(
  ports: ActPorts,
  session: CurrentSession,
  { streamerId, reason, sessionId }: Wanted & { sessionId: string | null },
): Promise<RouteReply<'endStreamerSessions'>> {
  await requireFreshProof(ports, session);
  const { id } = await getSeen(ports, streamerId);
  const act = { operatorId: session.userId, streamerId: id, reason };
  return { ended: await ports.operators.endSessions(act, sessionId) };
}
