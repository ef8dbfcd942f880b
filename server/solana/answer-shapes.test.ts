import { expect, test } from 'vitest';
import { isUsableAnswer } from './answer-shapes.ts';

const most = 2n ** 63n - 1n;
const inContext = (value: unknown) => ({ context: { slot: 1n }, value });

test.each<[string, (amount: bigint) => unknown]>([
  ['getSlot', (slot) => slot],
  ['getBalance', inContext],
  ['getMultipleAccounts', (lamports) => inContext([{ lamports }])],
  ['getMinimumBalanceForRentExemption', (lamports) => lamports],
  ['getFeeForMessage', inContext],
  ['getEpochInfo', (blockHeight) => ({ absoluteSlot: 1n, blockHeight })],
  [
    'getTransaction',
    (fee) => ({
      slot: 1n,
      blockTime: 1n,
      transaction: { message: { accountKeys: [] } },
      meta: { err: null, fee, preBalances: [], postBalances: [] },
    }),
  ],
])('%s is usable with what a column takes, and with nothing else', (method, answer) => {
  const usable = [-1n, 0n, most, most + 1n].map((amount) => isUsableAnswer(method, answer(amount)));
  expect(usable).toEqual([false, true, true, false]);
});

test.each<[string, (told: object) => unknown]>([
  ['getSignatureStatuses', (told) => inContext([{ confirmations: null, ...told }])],
  ['getSignaturesForAddress', (told) => [{ signature: 's', ...told }]],
])('%s does not say of a transaction whether it succeeded without an err', (method, answer) => {
  const told = { slot: 1n, confirmationStatus: 'finalized' };
  expect(isUsableAnswer(method, answer({ ...told, err: null }))).toBe(true);
  expect(isUsableAnswer(method, answer(told))).toBe(false);
});
