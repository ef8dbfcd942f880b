import type { RouteName } from '#contract/routes.ts';

/** What a 401 does: nothing, drop the stored token, or drop it and go to /login. */
export type UnauthorizedReaction = 'nothing' | 'forget' | 'leave';

/**
 * What a 401 does where: a wrong password at sign-in stays on its page; donors and OBS must never land on /login, so there
 * only the token goes.
 */
export function reactionTo401(call: RouteName, pathname: string): UnauthorizedReaction {
  if (call === 'login') return 'nothing';
  return /^\/(donate|widget)(\/|$)/.test(pathname) ? 'forget' : 'leave';
}
