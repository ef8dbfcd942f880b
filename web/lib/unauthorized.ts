import type { RouteName } from '#contract/routes.ts';

/** What a 401 does: nothing, drop the stored token, or drop it and go to /login. */
export type UnauthorizedReaction = 'nothing' | 'forget' | 'leave';

/**
 * The rule for 401 of `decisions.md`, 'Accounts, links, pages'.
 *
 * A wrong password at sign-in stays on its page. Donors and OBS must never land on /login, so there only the token goes.
 */
export function reactionTo401(call: RouteName, pathname: string): UnauthorizedReaction {
  if (call === 'login') return 'nothing';
  return /^\/(donate|widget)(\/|$)/.test(pathname) ? 'forget' : 'leave';
}
