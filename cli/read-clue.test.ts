import { expect, test } from 'vitest';
import { readClue } from './read-clue.ts';
import { Misuse } from './refusal.ts';

const donationId = '0b1f7a52-7d3c-4c55-9a64-3f6d1c2b8e90';
const address = 'SysvarRent111111111111111111111111111111111';
const mint = 'So11111111111111111111111111111111111111112';
const signature = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

test.each([
  [donationId, { donationId }],
  [donationId.toUpperCase(), { donationId }],
  [`https://brava.example/donate/AbCdEfGhJk/${donationId}`, { donationId }],
  [` https://brava.example/donate/AbCdEfGhJk/${donationId}?lang=es). `, { donationId }],
  [signature, { signature }],
  [`https://explorer.solana.com/tx/${signature}?cluster=devnet`, { signature }],
  [address, { address }],
  [`https://solscan.io/account/${address}#transfers`, { address }],
  [`solana:${address}?amount=1.5&spl-token=${mint}&label=Donation`, { address }],
])('%s names a payment', (given, clue) => {
  expect(readClue(given)).toEqual(clue);
});

test.each(['', 'alice', 'https://brava.example/donate/AbCdEfGhJk', donationId.slice(1), `${address}1`])(
  '"%s" names none',
  (given) => {
    expect(() => readClue(given)).toThrow(Misuse);
  },
);
