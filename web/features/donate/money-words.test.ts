import { expect, it } from 'vitest';
import { leastToSend, moneyWords } from './money-words.ts';

const donation = {
  amount: 0.0019995,
  missingAmount: 0.0000005,
  minAmount: 0.002,
  askedAmount: null,
  token: undefined,
};

it('what is missing is said to the last lamport, so that whoever pays it is not short again', () => {
  expect(moneyWords(donation).missing).toBe('0.0000005 SOL');
  expect(moneyWords({ ...donation, minAmount: 0.0020005 }).minimum).toBe('0.0020005 SOL');
});

it('what came is exact too, or it would not add up; whole millionths of SOL are said with six decimals', () => {
  expect(moneyWords(donation)).toMatchObject({ came: '0.0019995 SOL', minimum: '0.002000 SOL' });
});

it('an address that was emptied takes the rent minimum at least, which is said where less is missing', () => {
  const part = { ...donation, missingAmount: 0.0005, transferSignature: 'sweep' };
  expect(leastToSend(part)).toBe('0.000900 SOL');
  expect(leastToSend({ ...part, missingAmount: 0.001 })).toBeNull();
  expect(leastToSend({ ...part, transferSignature: null })).toBeNull();
});
