import { donationRoutes } from '#contract/donation-routes.ts';
import { callTable } from './call-table.ts';
import { storedToken } from './stored-token.ts';

/**
 * The calls of the donation pages, without the tables of the streamer's area: a donor on a phone waits for every
 * kilobyte. A donor is never sent to sign in, so nobody is told of a session that ended (decisions: '401').
 */
export const donorCall = callTable(donationRoutes, {
  baseUrl: '/api',
  token: storedToken,
  pathname: () => location.pathname,
  onSessionLost: () => undefined,
});
