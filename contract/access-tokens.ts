import * as z from 'zod/mini';
import { validationTexts } from './validation-texts.ts';

/**
 * What a token is for: `alerts` is an API token or the dock's (every control of the desk), `moderator` a moderator's
 * link. Neither reaches keys, settings or money.
 */
const accessScopes = ['alerts', 'moderator'] as const;
export type AccessScope = (typeof accessScopes)[number];

const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, validationTexts.tokenNameMissing),
    z.maxLength(40, validationTexts.tokenNameTooLong),
  );

/** Body of POST /access-tokens. */
export const newAccessToken = z.object({
  scope: z.enum(accessScopes),
  name,
  /** For a moderator: amounts are left out. */
  hidesAmounts: z.optional(z.boolean()),
});

/** A token as it is listed: what it opens, never the token itself. */
export const accessToken = z.object({
  id: z.string(),
  scope: z.enum(accessScopes),
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
