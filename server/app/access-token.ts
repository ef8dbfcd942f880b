import { createHash, randomBytes } from 'node:crypto';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { FoundAccessToken } from './alert-ports.ts';
import type { DeskCaller } from './desk-caller.ts';
import type { Ports } from './ports.ts';

const prefix = 'brava_';
const tokenForm = /^brava_[A-Za-z0-9_-]{43}$/;

/**
 * Makes a token: 256 random bits after a prefix that tells people and scanners what it is. The text is in this reply
 * and nowhere else. Only a moderator's link hides amounts. Throws `Problem('too_many_access_tokens')`.
 */
export async function createAccessToken(
  ports: Pick<Ports, 'accessTokens'>,
  by: DeskCaller,
  { scope, name, hidesAmounts = false }: RouteInput<'createAccessToken'>['body'],
): Promise<RouteReply<'createAccessToken'>> {
  const token = prefix + randomBytes(32).toString('base64url');
  const created = await ports.accessTokens.create(by, {
    hash: hashToken(token),
    scope,
    name,
    hidesAmounts: scope === 'moderator' && hidesAmounts,
  });
  return { ...created, token };
}

/** A token that is in force; null when the text has another form, is unknown or ended. */
export async function findAccessToken(
  ports: Pick<Ports, 'accessTokens'>,
  token: string,
): Promise<(FoundAccessToken & { tokenHash: Uint8Array }) | null> {
  if (!tokenForm.test(token)) return null;
  const tokenHash = hashToken(token);
  const found = await ports.accessTokens.find(tokenHash);
  return found === null ? null : { ...found, tokenHash };
}

function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
