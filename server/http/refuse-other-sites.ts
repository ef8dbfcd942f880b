import type { FastifyRequest } from 'fastify';
import { Problem } from '#contract/problem.ts';

/**
 * Refuses an act that a page of another site has a visitor's browser do: an upload goes without a question beforehand, and
 * would be counted as the visitor's. Browsers tell it over https and to their own machine; what is no browser tells nothing.
 * Throws `Problem('other_site')`.
 */
export function refuseOtherSites({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') throw new Problem('other_site');
}
