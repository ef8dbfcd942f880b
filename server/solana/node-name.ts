import { isIP } from 'node:net';

/**
 * What a node is called in metrics and on the operator's page: its number, from 1, and the end of its host's name.
 * Providers put keys into paths, queries and also into host names: of those only the last two parts are told.
 */
export function nodeName(url: string, index: number): string {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const told = isIP(host) === 0 ? host.split('.').slice(-2).join('.') : host;
  return `${index + 1}:${told}`;
}
