import { BlockList, isIP } from 'node:net';

/** Headers as Node gives them. */
type Headers = Record<string, string | string[] | undefined>;

/** Headers that only a proxy has a reason to send. */
const forwardingHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
  'cf-connecting-ip',
  'true-client-ip',
  'x-client-ip',
];

/** Whether a request says that it came through a proxy. Anybody can say so; nobody who does is treated as local. */
export function isForwarded(headers: Headers): boolean {
  for (const name of forwardingHeaders) if (headers[name] !== undefined) return true;
  return false;
}

/** Names by which a machine asks for itself, with or without a port. */
const ownHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * Whether a request to a server that only this machine reaches is the machine's own: no proxy has handed it on, and it asks
 * for one of the machine's names. A page of another site whose name was led here (DNS rebinding) asks for that name.
 */
export function isFromHere(headers: Headers): boolean {
  return !isForwarded(headers) && ownHost.test(String(headers['host']));
}

/** An address with the port that some proxies write behind it, IPv6 then in brackets. */
const withPort = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/;

/** Which peers are proxies whose word counts. */
export interface ProxyTrust {
  isTrusted(peer: string): boolean;
  /** The address of whoever sent a request: the last one of `X-Forwarded-For` that no trusted proxy has, without a port. */
  clientAddress(peer: string, headers: Headers): string;
}

/** Opens the trust in addresses and CIDRs, as `TRUST_PROXY` names them. */
export function createProxyTrust(ranges: readonly string[]): ProxyTrust {
  const trusted = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  const isTrusted = (peer: string): boolean => {
    const family = isIP(peer);
    return family !== 0 && trusted.check(peer, family === 4 ? 'ipv4' : 'ipv6');
  };
  return {
    isTrusted,
    clientAddress(peer, headers) {
      if (!isTrusted(peer)) return peer;
      const named = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
      let address = peer;
      for (const hop of named.map(withoutPort).toReversed()) {
        if (isIP(hop) === 0) return address;
        address = hop;
        if (!isTrusted(hop)) return address;
      }
      return address;
    },
  };
}

function withoutPort(hop: string): string {
  const text = hop.trim();
  const [, inBrackets, plain] = withPort.exec(text) ?? [];
  return inBrackets ?? plain ?? text;
}
