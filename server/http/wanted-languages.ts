import type { FastifyRequest } from 'fastify';

/** Of the languages that a browser names, this many are looked at: a header may hold thousands. */
const mostTags = 10;

/**
 * Two-letter codes, each once: the one kept in the cookie `language`, then those of `Accept-Language`, the most wanted first.
 */
export function wantedLanguages({ headers }: Pick<FastifyRequest, 'headers'>): Set<string> {
  const chosen = /(?:^|;\s*)language=([a-z]{2})(?:;|$)/.exec(headers.cookie ?? '')?.[1];
  const accepted = (headers['accept-language'] ?? '')
    .split(',', mostTags)
    .map((range) => /^\s*([a-z]{2})(?:-[\w-]*)?\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(range))
    .filter((range) => range !== null)
    .map(([, tag = '', weight = '1']) => ({ tag: tag.toLowerCase(), weight: Number(weight) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  return new Set([...(chosen === undefined ? [] : [chosen]), ...accepted.map(({ tag }) => tag)]);
}
