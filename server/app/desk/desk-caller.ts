import type { DeskRole } from '#contract/alerts.ts';
import { findAccessToken, isDeskScope } from '#server/app/accounts/access-token.ts';
import type { Ports } from '#server/app/ports.ts';
import { type CurrentSession, findSession } from '#server/app/accounts/session-token.ts';

/** Who works at the desk: a streamer's session, or a token that they gave to a tool or a moderator. */
export interface DeskCaller {
  userId: string;
  role: DeskRole;
  /** A username, or the name of the token. */
  name: string;
  hidesAmounts: boolean;
}

/** Somebody at the desk with the hash of what they came in by: sockets end with it. */
export interface CurrentDesk extends DeskCaller {
  tokenHash: Uint8Array;
}

/** Who comes to the desk with that token; null when it is neither a session nor a token in force that opens the desk. */
export async function findDeskCaller(
  ports: Pick<Ports, 'sessions' | 'streamers' | 'accessTokens'>,
  token: string,
): Promise<CurrentDesk | null> {
  const session = await findSession(ports, token);
  if (session !== null) return { ...(await deskOf(ports, session)), tokenHash: session.tokenHash };
  const found = await findAccessToken(ports, token);
  if (found === null || !found.scopes.some(isDeskScope)) return null;
  const { userId, scopes, name, hidesAmounts, tokenHash } = found;
  const role = scopes.includes('moderator') ? 'moderator' : 'tool';
  return { userId, role, name, hidesAmounts, tokenHash };
}

/** The streamer of a session, at their own desk. */
export async function deskOf(
  ports: Pick<Ports, 'streamers'>,
  { userId }: Pick<CurrentSession, 'userId'>,
): Promise<DeskCaller> {
  const streamer = await ports.streamers.find(userId);
  return { userId, role: 'streamer', name: streamer?.username ?? '', hidesAmounts: false };
}
