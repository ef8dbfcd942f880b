import type { AccessScope, AccessToken, ToolScope } from '#contract/access-tokens.ts';

/** The two things that are made: a moderator's link, or a token for a tool. */
export type AccessKind = 'moderator' | 'alerts';

/** Which of the two a token is. */
export function kindOf({ scopes }: Pick<AccessToken, 'scopes'>): AccessKind {
  return scopes.includes('moderator') ? 'moderator' : 'alerts';
}

/** The name under which the dictionary knows a scope. */
export const scopeWords = {
  alerts: 'alerts',
  moderator: 'moderator',
  'donations:read': 'donationsRead',
  'stats:read': 'statsRead',
  webhooks: 'webhooks',
} as const satisfies Record<AccessScope, string>;

const calls: Record<ToolScope, string> = {
  alerts: '/alerts/pause',
  'donations:read': '/donations/search',
  'stats:read': '/donations/stats',
  webhooks: '/webhooks',
};

/** A call to begin with, for a token of these scopes. */
export function firstCall([first = 'alerts']: readonly ToolScope[]): string {
  return calls[first];
}
