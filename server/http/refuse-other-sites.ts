import type { FastifyRequest } from 'fastify';
import { Problem } from '#contract/problem.ts';
import { isOtherSite } from '#server/app/limits/other-site.ts';

/**
 * Refuses an act that a page of another site has a visitor's browser do: an upload goes without a question beforehand, and
 * would be counted as the visitor's. Throws `Problem('other_site')`.
 */
export function refuseOtherSites({ headers }: FastifyRequest): void {
  if (isOtherSite(headers['sec-fetch-site'])) throw new Problem('other_site');
}
