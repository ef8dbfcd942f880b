import * as z from 'zod';

const one = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], 'must be addresses or CIDRs');
/** The largest networks that can be somebody's own: 10.0.0.0/8 and fc00::/7. */
const shortestPrefix = { v4: 8, v6: 7 };
/** All IPv4 addresses, as IPv6 writes them. */
const mappedStart = /^(::ffff:|::\/)/i;
const mappedShortest = 96 + shortestPrefix.v4;

/**
 * A proxy whose `X-Forwarded-*` is believed: an address or a CIDR. One that would believe everybody, or a large part of
 * the internet, is refused: each client could then write its own address, and no limit would hold.
 */
export const proxyRange = one.refine(
  isSomebodysOwn,
  'must name your proxies alone: a range this large believes everybody, and no limit by address would hold. For example 127.0.0.1,10.0.0.0/8',
);

function isSomebodysOwn(range: string): boolean {
  const [address = '', prefix] = range.split('/');
  if (prefix === undefined) return true;
  if (!address.includes(':')) return Number(prefix) >= shortestPrefix.v4;
  return Number(prefix) >= (mappedStart.test(range) ? mappedShortest : shortestPrefix.v6);
}
