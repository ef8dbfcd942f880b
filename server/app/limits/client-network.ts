/**
 * The network that an address counts as: an IPv4 address itself, the /64 of an IPv6 one, which is what a single
 * connection to the internet gets. An IPv4 address that is written as IPv6 is the IPv4 one.
 */
export function clientNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  return mapped ?? `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/**
 * The /48 around a network of `clientNetwork`; null for an IPv4 address. One line of the internet may have all of it:
 * 65,536 networks.
 */
export function widerNetwork(network: string): string | null {
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : null;
}

/** An address as a log may hold it: enough to know a network by, too little to know a person by. */
export function shortenedAddress(address: string): string {
  const network = clientNetwork(address);
  return widerNetwork(network) ?? `${network.split('.').slice(0, 3).join('.')}.x`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::');
  const left = partsOf(head);
  const right = tail === undefined ? [] : partsOf(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}

function partsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
