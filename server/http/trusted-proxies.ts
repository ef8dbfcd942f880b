import { BlockList, isIP } from 'node:net';

/** Tells whether a connection comes from one of these addresses or CIDRs. */
export function createProxyCheck(trusted: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const entry of trusted) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    if (address === undefined) return false;
    // A socket that takes both families shows IPv4 like this.
    const bare = address.replace(/^::ffff:(?=\d+\.)/, '');
    return list.check(bare, isIP(bare) === 6 ? 'ipv6' : 'ipv4');
  };
}
