import type { PublicConfig } from '#contract/donation-routes.ts';

/** Nothing is known of an explorer while the network is not known. */
interface Explorer {
  explorerUrl: string | null;
  network: PublicConfig['network'] | null;
}

/** The explorer's page of a transaction, or null where there is no explorer. */
export function explorerLink(explorer: Explorer, signature: string): string | null {
  return pageOf(explorer, `tx/${signature}`);
}

/** The explorer's page of an address, as that of a token's mint. */
export function explorerAddressLink(explorer: Explorer, address: string): string | null {
  return pageOf(explorer, `address/${address}`);
}

/** Explorers show Mainnet unless the address names another cluster. */
function pageOf({ explorerUrl, network }: Explorer, path: string): string | null {
  if (explorerUrl === null || network === null) return null;
  const url = new URL(explorerUrl);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  if (network !== 'mainnet' && !url.searchParams.has('cluster')) url.searchParams.set('cluster', network);
  return url.href;
}
