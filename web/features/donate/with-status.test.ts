import { expect, it } from 'vitest';
import { donationStatuses, paidStatuses, type PublicDonation } from '#contract/donation.ts';
import { withStatus } from './with-status.ts';

const read: PublicDonation = {
  id: 'd1',
  linkCode: 'link',
  streamerName: 'lumen_kat',
  donatorName: 'foxglove',
  message: '',
  walletAddress: 'address',
  status: 'PENDING',
  minAmount: 0.002,
  askedAmount: null,
  amount: 0,
  missingAmount: 0.002,
  fiat: null,
  hidesName: false,
  hidesAmount: false,
  createdAt: '2026-11-21T12:00:00.000Z',
  expiresAt: '2026-11-21T12:10:00.000Z',
  paidAt: null,
  shownOnStreamAt: null,
  late: false,
  hasAudio: true,
  mediaUrl: null,
  paymentSignatures: [],
  transferSignature: null,
};
const received = { status: 'RECEIVED', amount: 0.1, mediaUrl: '/clips/a.mp3' } as const;

it('money that a check has seen counts, also where the donation itself says that it waits or has expired', () => {
  for (const status of ['PENDING', 'EXPIRED'] as const) {
    expect(withStatus({ ...read, status }, received)).toEqual({ ...read, ...received });
  }
});

it('what becomes of it on stream was said of the money before, and is not known of the news', () => {
  const known = {
    ...read,
    onStream: { waitsFor: null, clip: 'belowMinimum', clipMinimumAmount: 0.05 },
  } as const;
  expect(withStatus(known, received).onStream).toBeUndefined();
});

it('of a token it is the sum of the token that has come', () => {
  const facts = { mint: 'mint', symbol: 'USDC', decimals: 6 };
  const token = {
    ...facts,
    account: 'a',
    minAmount: '1',
    askedAmount: null,
    amount: '0',
    missingAmount: '1',
  };
  const seen = { ...received, token: { ...facts, amount: '1.5' } };
  expect(withStatus({ ...read, token }, seen).token).toEqual({ ...token, amount: '1.5' });
});

it('an end that a check has seen ends the wait', () => {
  for (const status of ['EXPIRED', 'FAILED'] as const) {
    expect(withStatus(read, { ...received, status }).status).toBe(status);
  }
});

it('a check that is older than the donation takes nothing back', () => {
  expect(withStatus(read, undefined)).toBe(read);
  for (const status of donationStatuses) {
    const known = { ...read, status };
    expect(withStatus(known, { ...received, status: 'PENDING' })).toBe(known);
    expect(withStatus(known, { ...received, status })).toBe(known);
    if (!paidStatuses.includes(status)) continue;
    for (const seen of donationStatuses) expect(withStatus(known, { ...received, status: seen })).toBe(known);
  }
});
