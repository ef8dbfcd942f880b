import { sessionRoutes } from '#contract/session-routes.ts';
import { type CallDeps, callTable } from './call-table.ts';
import { storedToken } from './stored-token.ts';

/**
 * Fires 'lost' when a 401 ended the session; the session provider then goes to /login. Fires 'leaving' before somebody
 * signs out: what is held back is sent while there is a token to send it with.
 */
export const sessionEvents = new EventTarget();

/** With what the calls of the streamer's area are made: the session's token, and a 401 that ends the session here. */
export const pageDeps: CallDeps = {
  baseUrl: '/api',
  token: storedToken,
  pathname: () => location.pathname,
  onSessionLost: () => sessionEvents.dispatchEvent(new Event('lost')),
};

/** The calls of the session alone: its provider is in every page's first script. */
export const sessionCall = callTable(sessionRoutes, pageDeps);
