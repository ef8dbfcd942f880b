import type { PublicConfig } from '#contract/donation-routes.ts';

/**
 * The explorer's page of a transaction, or null where there is no explorer.
 * Explorers show Mainnet unless the address names another cluster.
 */
export function explorerLink(
  { explorerUrl, network }: Pick<PublicConfig, 'explorerUrl' | 'network'>,
  signature: string,
): string | null {
  if (explorerUrl === null) return null;
  const url = new URL(explorerUrl);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/tx/${signature}`;
  if (network !== 'mainnet' && !url.searchParams.has('cluster')) url.searchParams.set('cluster', network);
  return url.href;
}
