import { sessionRoutes } from '#contract/session-routes.ts';
import { type CallDeps, callTable } from './call-table.ts';
import { timeoutMs } from './early-replies.ts';
import { nothingHeldBack } from './holding-back.ts';
import { storedToken } from './stored-token.ts';

/**
 * Fires 'lost' when a 401 ended the session, whose provider then goes to /login, 'signed-in' as somebody signs in here, and
 * 'ended' once the page is no longer for who was signed in, whatever the reason.
 */
export const sessionEvents = new EventTarget();

/** The token that another tab has dropped, while what is held back takes it along. */
let dropped: string | null = null;

/** With what the calls of the streamer's area are made: the session's token, and a 401 that ends the session here. */
export const pageDeps: CallDeps = {
  baseUrl: '/api',
  token: { get: () => dropped ?? storedToken.get(), clear: storedToken.clear },
  pathname: () => location.pathname,
  onSessionLost: () => sessionEvents.dispatchEvent(new Event('lost')),
};

/**
 * What is held back on the page, or not answered yet, each with what sends it or waits for it: called as somebody signs out,
 * while there is a token for it.
 */
export const heldBack = new Set<() => Promise<unknown>>();

/** Sends what is held back here with the token that another tab has dropped: the session ends once that is answered. */
export function sendHeldBackWith(token: string | null): void {
  if (token === null) return;
  dropped = token;
  for (const send of heldBack) void send();
  dropped = null;
}

/** The calls of the session alone: its provider is in every page's first script. */
export const sessionCall = callTable(sessionRoutes, pageDeps);

/**
 * Sends what is held back, and ends the session on the server once all of that is answered, in every tab, or has had the time
 * to be: what comes after the next has signed in is never heard. Takes the token at once: the page may forget it.
 */
export async function endSession(): Promise<void> {
  const token = storedToken.get();
  const sent = Promise.allSettled([...[...heldBack].map((send) => send()), nothingHeldBack(timeoutMs)]);
  await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
  const own = { ...pageDeps, token: { get: () => token, clear() {} }, onSessionLost() {} };
  await callTable(sessionRoutes, own)('logout');
}
