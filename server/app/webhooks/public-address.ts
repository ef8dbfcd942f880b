import { BlockList, isIP } from 'node:net';

/**
 * IPv4 that is not somebody's public machine: IANA's special-purpose registry (RFC 6890 and later), multicast and
 * reserved space. The last one is public by number and yet the inside of a cloud: the host agent of Azure.
 */
const specialV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
];

/** IPv6 has one block of public addresses. Mapped IPv4, NAT64, unique-local, link-local, multicast: all outside of it. */
const globalV6 = '2000::/3';
/** Within it: IETF protocols with Teredo and ORCHID, documentation, 6to4, AS112. */
const specialV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const refusedV4 = listOf(specialV4, 'ipv4');
const refusedV6 = listOf(specialV6, 'ipv6');
const publicV6 = listOf([globalV6], 'ipv6');
const loopback = listOf(['127.0.0.0/8'], 'ipv4');

/** Whether an address is one of the public internet. What is no address is not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !refusedV4.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return publicV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
}

/** Whether an address only reaches this machine. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family === 4 ? loopback.check(address, 'ipv4') : family === 6 && address === '::1';
}

function listOf(subnets: readonly string[], type: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', prefix] = subnet.split('/');
    list.addSubnet(net, Number(prefix), type);
  }
  return list;
}
