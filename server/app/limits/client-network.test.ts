import { expect, test } from 'vitest';
import { clientNetwork, shortenedAddress } from './client-network.ts';
import { createProxyTrust, isForwarded, isFromHere } from './proxy-trust.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:0DB8:0000:0000:1:2:3:4', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test('a log holds no full address', () => {
  expect(shortenedAddress('192.0.2.7')).toBe('192.0.2.x');
  expect(shortenedAddress('2001:db8:5:6::7')).toBe('2001:db8:5::/48');
});

test('the client is the last address that no trusted proxy has, and a peer that is none is not believed', () => {
  const proxies = createProxyTrust(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  const behind = (peer: string, list: string) => proxies.clientAddress(peer, { 'x-forwarded-for': list });
  expect(behind('127.0.0.1', '6.6.6.6, 192.0.2.7, 10.1.2.3')).toBe('192.0.2.7');
  expect(behind('::ffff:127.0.0.1', '192.0.2.7')).toBe('192.0.2.7');
  expect(behind('fd00::1', '2001:db8::1')).toBe('2001:db8::1');
  expect(behind('192.0.2.9', '6.6.6.6')).toBe('192.0.2.9');
  expect(behind('127.0.0.1', 'nonsense')).toBe('127.0.0.1');
  expect(proxies.clientAddress('127.0.0.1', {})).toBe('127.0.0.1');
});

test.each([
  ['192.0.2.7:49152', '192.0.2.7'],
  ['[2001:db8::1]:49152', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[::ffff:192.0.2.7]:1', '::ffff:192.0.2.7'],
  ['192.0.2.7:40000, 10.1.2.3:443', '192.0.2.7'],
  ['6.6.6.6, 192.0.2.7:40000,[fd00::2]:443', '192.0.2.7'],
  ['192.0.2.7:, [2001:db8::1', '127.0.0.1'],
  ['192.0.2.7:x', '127.0.0.1'],
  ['[nonsense]:1', '127.0.0.1'],
])('a proxy may write the port of its client too: %s', (list, address) => {
  const proxies = createProxyTrust(['127.0.0.1', '10.0.0.0/8', 'fd00::/8']);
  expect(proxies.clientAddress('127.0.0.1', { 'x-forwarded-for': list })).toBe(address);
});

test.each(['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'])('%s tells of a proxy', (name) => {
  expect(isForwarded({ [name]: 'x' })).toBe(true);
  expect(isForwarded({ host: 'x' })).toBe(false);
});

test.each([
  ['localhost:3000', true],
  ['LOCALHOST', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['127.0.0.1.evil.example', false],
  ['localhost.evil.example:3000', false],
  ['evil.example:3000', false],
  ['', false],
])('who asks for the host %s asks from this machine: %s', (host, isHere) => {
  expect(isFromHere({ host })).toBe(isHere);
  expect(isFromHere({ host, via: '1.1 proxy' })).toBe(false);
  expect(isFromHere({})).toBe(false);
});
