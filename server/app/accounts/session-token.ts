import { createHash, randomBytes } from 'node:crypto';
import type { Session, Streamer } from '#server/app/account-ports.ts';
import type { Ports } from '#server/app/ports.ts';

/** A session as a request carries it: with the hash under which the store knows it. */
export interface CurrentSession extends Session {
  tokenHash: Uint8Array;
}

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/**
 * Opens a session and returns its token: 32 random bytes in base64url, stored nowhere. The password counts as just
 * typed. Null when it has been changed since `streamer` was read.
 */
export async function openSession(
  ports: Pick<Ports, 'sessions'>,
  { id: userId, passwordHash }: Pick<Streamer, 'id' | 'passwordHash'>,
  device: string | null,
): Promise<string | null> {
  const { token, tokenHash } = newToken();
  const isOpen = await ports.sessions.create({ tokenHash, device }, { userId, passwordHash });
  return isOpen ? token : null;
}

/** A token that no session has yet, and the hash under which the store is to know it. */
export function newToken(): { token: string; tokenHash: Uint8Array } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

/** The session of a token; null when the token has another form, is unknown, revoked or past its end. */
export async function findSession(
  ports: Pick<Ports, 'sessions'>,
  token: string,
): Promise<CurrentSession | null> {
  if (!tokenForm.test(token)) return null;
  const tokenHash = hashToken(token);
  const session = await ports.sessions.find(tokenHash);
  return session === null ? null : { ...session, tokenHash };
}

function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
