import * as z from 'zod/mini';
import { validationTexts } from './validation-texts.ts';

/** What a token may open besides the desk. Each route of the contract names the scopes that open it. */
const apiScopes = ['donations:read', 'stats:read', 'webhooks'] as const;
export type ApiScope = (typeof apiScopes)[number];

/**
 * What a token is for. `alerts` opens the desk with every control, `moderator` is a moderator's link; the others are
 * those of the API. None reaches keys, settings, sessions or money.
 */
const accessScopes = ['alerts', 'moderator', ...apiScopes] as const;
export type AccessScope = (typeof accessScopes)[number];

/** What a tool's token may be given, several together. A moderator's link opens the desk alone. */
export const toolScopes = ['alerts', ...apiScopes] as const;
export type ToolScope = (typeof toolScopes)[number];

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, validationTexts.tokenNameMissing),
    z.maxLength(40, validationTexts.tokenNameTooLong),
  );

/** Body of POST /access-tokens. */
export const newAccessToken = z
  .object({
    /** What it opens. `moderator` stands alone. */
    scopes: z.optional(z.array(z.enum(accessScopes)).check(z.maxLength(accessScopes.length * 2))),
    /** The same for a single scope. */
    scope: z.optional(z.enum(accessScopes)),
    name,
    /** For a moderator: amounts are left out. */
    hidesAmounts: z.optional(z.boolean()),
  })
  .check(
    z.refine((body) => scopesOf(body).length > 0, { error: validationTexts.tokenScopesMissing }),
    z.refine((body) => !scopesOf(body).includes('moderator') || scopesOf(body).length === 1, {
      error: validationTexts.moderatorAlone,
    }),
  );

/** What a new token is to open, each scope once. */
export function scopesOf(body: {
  scopes?: readonly AccessScope[] | undefined;
  scope?: AccessScope | undefined;
}): AccessScope[] {
  const asked = [...(body.scopes ?? []), ...(body.scope === undefined ? [] : [body.scope])];
  return accessScopes.filter((scope) => asked.includes(scope));
}

/** A token as it is listed: what it opens, never the token itself. */
export const accessToken = z.object({
  id: z.string(),
  scopes: z.array(z.enum(accessScopes)),
  name: z.string(),
  hidesAmounts: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type AccessToken = z.infer<typeof accessToken>;

/** Address of the dock with a token in it. The part behind # never travels to a server. */
export function dockUrl(origin: string, token: string): string {
  return `${origin}/dock#${token}`;
}
