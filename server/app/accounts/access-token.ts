import { createHash, randomBytes } from 'node:crypto';
import { type AccessScope, type ApiScope, scopesOf } from '#contract/access-tokens.ts';
import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { FoundAccessToken } from '#server/app/alert-ports.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';
import type { Ports } from '#server/app/ports.ts';
import type { AccountCaller } from '#server/app/webhooks/webhook-ports.ts';

const prefix = 'brava_';
/** Of tokens that open more than the desk: servers of a version that knows no such scope do not take this form. */
const apiPrefix = 'brava_api_';
const tokenForm = /^brava_(api_)?[A-Za-z0-9_-]{43}$/;

/** Somebody who came with an API token, and its hash, by which their calls are counted. */
export interface TokenCaller extends AccountCaller {
  tokenHash: Uint8Array;
}

/**
 * Makes a token: 256 random bits after a prefix that tells people and scanners what it is. The text is in this reply
 * and nowhere else. Only a moderator's link hides amounts. Throws `Problem('too_many_access_tokens')`.
 */
export async function createAccessToken(
  ports: Pick<Ports, 'accessTokens'>,
  by: DeskCaller,
  body: RouteInput<'createAccessToken'>['body'],
): Promise<RouteReply<'createAccessToken'>> {
  const scopes = scopesOf(body);
  const isOfDesk = scopes.every(isDeskScope);
  const token = (isOfDesk ? prefix : apiPrefix) + randomBytes(32).toString('base64url');
  const created = await ports.accessTokens.create(by, {
    hash: hashToken(token),
    scopes,
    name: body.name,
    hidesAmounts: scopes.includes('moderator') && (body.hidesAmounts ?? false),
  });
  return { ...created, token };
}

/** Whether a scope opens the desk. */
export function isDeskScope(scope: AccessScope): boolean {
  return scope === 'alerts' || scope === 'moderator';
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

/** Who comes with a token that has one of these scopes; null when none is in force. Throws as `refuseOutOfScope`. */
export async function findTokenCaller(
  ports: Pick<Ports, 'accessTokens'>,
  token: string,
  wanted: readonly ApiScope[],
): Promise<TokenCaller | null> {
  const found = await findAccessToken(ports, token);
  if (found === null) return null;
  if (!wanted.some((scope) => found.scopes.includes(scope))) throw outOfScope(wanted);
  return { userId: found.userId, tokenName: found.name, tokenHash: found.tokenHash };
}

/**
 * Refuses a token that is in force and opens other calls than one that takes these scopes: with `insufficient_scope`,
 * which names them, or `session_needed` where there are none. Any other token is told nothing: null.
 */
export async function refuseOutOfScope(
  ports: Pick<Ports, 'accessTokens'>,
  token: string,
  wanted: readonly AccessScope[],
): Promise<null> {
  if ((await findAccessToken(ports, token)) === null) return null;
  throw outOfScope(wanted);
}

function outOfScope(wanted: readonly AccessScope[]): Problem {
  if (wanted.length === 0) return new Problem('session_needed');
  const scopes = wanted.map((scope) => `\`${scope}\``).join(' or ');
  return new Problem(
    'insufficient_scope',
    `This token does not open this call: it takes one with ${scopes}. Make one in Settings, under ‘Moderators and tools’.`,
  );
}

function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
