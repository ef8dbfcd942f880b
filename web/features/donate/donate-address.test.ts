import { expect, test } from 'vitest';
import { readDonateAddress } from './donate-address.ts';

test.each([
  ['/donate/abc', { linkCode: 'abc', donationId: null }],
  ['/donate/abc/', { linkCode: 'abc', donationId: null }],
  ['/donate/abc/42', { linkCode: 'abc', donationId: '42' }],
  ['/donate/a%20b/4%2F2/', { linkCode: 'a b', donationId: '4/2' }],
  ['/donate/%E0%A4%A', { linkCode: '%E0%A4%A', donationId: null }],
])('an address of a donor names its parts: %s', (pathname, address) =>
  expect(readDonateAddress(pathname)).toEqual(address),
);

test.each(['/donate', '/donate/', '/donate//42', '/donate/abc/42/more', '/guide/abc', '/app/donate/abc'])(
  'any other names nothing: %s',
  (pathname) => expect(readDonateAddress(pathname)).toBeNull(),
);
