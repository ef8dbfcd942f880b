import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';
import { readWebhookUrl } from './webhook-url.ts';

const onInternet = { publicUrl: 'https://brava.example.com', mayReachLoopback: false };
const onLoopback = { publicUrl: 'http://localhost:3000', mayReachLoopback: true };

/** Ways to write, or to reach, what is not on the public internet; and what is no URL of a webhook at all. */
const refused = [
  // Loopback in every notation that a parser of URLs knows.
  'https://127.0.0.1/',
  'https://127.0.0.1:8443/',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.255.255.254/',
  'https://%31%32%37.0.0.1/',
  'https://１２７.０.０.１/',
  'https://127。0。0。1/',
  'https://①②⑦.0.0.1/',
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST/',
  'https://hooks.localhost/',
  'https://hooks.localhost./',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::]/',
  'https://0/',
  'https://0.0.0.0/',
  'https://0.1.2.3/',
  // IPv4 within IPv6: mapped, compatible, NAT64, 6to4, Teredo.
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::10.0.0.1]/',
  'https://[64:ff9b::a9fe:a9fe]/',
  'https://[64:ff9b:1::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2002:a9fe:a9fe::1]/',
  'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  // Private networks.
  'https://10.0.0.1/',
  'https://10.255.255.255/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://192.168.1.1:8443/',
  'https://100.64.0.1/',
  'https://100.127.255.255/',
  'https://[fc00::1]/',
  'https://[fd12:3456:789a::1]/',
  'https://[fec0::1]/',
  // Link-local, and where clouds tell machines their secrets.
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://0xa9fea9fe/',
  'https://[::ffff:169.254.169.254]/',
  'https://169.254.170.2/',
  'https://100.100.100.200/',
  'https://168.63.129.16/',
  'https://192.0.0.192/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://metadata.google.internal/',
  // Documentation, measuring, multicast, reserved, broadcast.
  'https://192.0.2.1/',
  'https://198.51.100.7/',
  'https://203.0.113.9/',
  'https://198.18.0.1/',
  'https://192.88.99.1/',
  'https://224.0.0.1/',
  'https://239.255.255.250/',
  'https://240.0.0.1/',
  'https://255.255.255.255/',
  'https://[2001:db8::1]/',
  'https://[3fff::1]/',
  'https://[ff02::1]/',
  'https://[100::1]/',
  'https://[2001:10::1]/',
  'https://[5f00::1]/',
  // Names that are not of the internet.
  'https://intranet/',
  'https://printer.local/',
  'https://db.internal/',
  'https://nas.home.arpa/',
  'https://router.lan/',
  'https://1.0.0.127.in-addr.arpa/',
  'https://x.onion/',
  'https://a..b/',
  // Ourselves.
  'https://brava.example.com/hook',
  'https://BRAVA.example.com:8443/hook',
  'https://brava.example.com./hook',
  'https://ｂｒａｖａ.example.com/',
  // Other schemes, users, ports.
  'http://hooks.example.com/',
  'http://127.0.0.1/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'gopher://hooks.example.com/',
  'data:text/plain,x',
  'https://user@hooks.example.com/',
  'https://user:password@hooks.example.com/',
  'https://:@127.0.0.1@hooks.example.com/',
  'https://hooks.example.com:22/',
  'https://hooks.example.com:25/',
  'https://hooks.example.com:80/',
  'https://hooks.example.com:0/',
  'https://hooks.example.com:65536/',
  'https://',
  'https:///',
  'hooks.example.com',
  '//hooks.example.com',
  `https://hooks.example.com/${'é'.repeat(1000)}`,
];

const allowed: [text: string, written: string][] = [
  ['https://hooks.example.com', 'https://hooks.example.com/'],
  ['https://hooks.example.com:8443/a?b=c#d', 'https://hooks.example.com:8443/a?b=c'],
  ['https://HOOKS.example.com./x', 'https://hooks.example.com./x'],
  ['https://bücher.example/x', 'https://xn--bcher-kva.example/x'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ['https://134744072/', 'https://8.8.8.8/'],
  ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
  ['https://172.32.0.1/', 'https://172.32.0.1/'],
  ['https://brava.example.com.evil.example/', 'https://brava.example.com.evil.example/'],
];

describe('the URL of a webhook on the internet', () => {
  it.each(refused)('is refused: %s', (url) => {
    expect(() => readWebhookUrl(url, onInternet)).toThrow(
      expect.objectContaining({ code: 'webhook_url_refused' }),
    );
  });

  it.each(allowed)('is taken in one written form: %s', (url, written) => {
    expect(readWebhookUrl(url, onInternet)).toBe(written);
  });

  it('is tried with more than 60 addresses', () => {
    expect(refused.length).toBeGreaterThan(60);
  });
});

describe('on an installation that is on loopback', () => {
  it.each([
    'http://127.0.0.1:4000/hook',
    'http://localhost:4000/',
    'http://[::1]:4000/',
    'https://localhost:4000/',
    'https://hooks.example.com/',
  ])('%s may be reached', (url) => {
    expect(readWebhookUrl(url, onLoopback)).toBe(url);
  });

  it.each([
    'http://localhost:3000/',
    'http://127.0.0.1:3000/api',
    'http://[::1]:3000/',
    'http://hooks.example.com/',
    'http://10.0.0.1/',
    'https://192.168.0.1/',
    'http://0.0.0.0:4000/',
    'http://user@localhost:4000/',
  ])('%s may not', (url) => {
    expect(() => readWebhookUrl(url, onLoopback)).toThrow(
      expect.objectContaining({ code: 'webhook_url_refused' }),
    );
  });
});

describe('an address that a name leads to', () => {
  it.each(['', 'localhost', '127.0.0.1 ', '1', '::ffff:1.2.3.4', 'fe80::1%eth0', '2606:4700::1%lo'])(
    '%j is not public',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  it('is loopback only where it reaches this machine', () => {
    expect(['127.9.9.9', '::1'].every(isLoopbackAddress)).toBe(true);
    expect(['128.0.0.1', '::2', '::ffff:127.0.0.1', ''].some(isLoopbackAddress)).toBe(false);
  });
});
