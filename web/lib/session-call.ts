import { sessionRoutes } from '#contract/session-routes.ts';
import { callTable } from './call-table.ts';
import { storedToken } from './stored-token.ts';

/** Fires 'lost' when a 401 ended the session; the session provider then goes to /login. */
export const sessionEvents = new EventTarget();

/** Tells the session provider of a 401 that ends the session. */
export function endSession(): void {
  sessionEvents.dispatchEvent(new Event('lost'));
}

/** The calls of the session alone: its provider is in every page's first script. */
export const sessionCall = callTable(sessionRoutes, {
  baseUrl: '/api',
  token: storedToken,
  pathname: () => location.pathname,
  onSessionLost: endSession,
});
