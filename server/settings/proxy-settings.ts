import * as z from 'zod';
import { createProxyTrust } from '#server/app/limits/proxy-trust.ts';

const one = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], 'must be addresses or CIDRs');
/**
 * The first addresses of all networks that are as large as the largest that can be somebody's own: 10.0.0.0/8 and fc00::/7.
 * A range that has two of them is larger.
 */
const starts = {
  v4: Array.from({ length: 256 }, (_, index) => `${index}.0.0.0`),
  v6: Array.from({ length: 128 }, (_, index) => `${(index * 0x200).toString(16)}::`),
};

/**
 * A proxy whose `X-Forwarded-*` is believed: an address or a CIDR. One that would believe everybody, or a large part of
 * the internet, is refused: each client could then write its own address, and no limit would hold.
 */
export const proxyRange = one.refine(isSomebodysOwn, {
  error: ({ input }) =>
    `must name your proxies alone: ${String(input)} is so large that it believes everybody, and no limit by address would hold. For example 127.0.0.1,10.0.0.0/8`,
});

/** Judged by whom it would believe, however it is written: an IPv6 range may hold all IPv4 addresses. */
function isSomebodysOwn(range: string): boolean {
  const proxies = createProxyTrust([range]);
  const believed = (addresses: readonly string[]) => addresses.filter((peer) => proxies.isTrusted(peer));
  return believed(starts.v4).length < 2 && believed(starts.v6).length < 2;
}
