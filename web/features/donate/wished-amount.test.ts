import { describe, expect, it } from 'vitest';
import { noWishes } from './donor-wishes.ts';
import { chosenToken, isClipHeard, readWishedAmount } from './wished-amount.ts';

const usdc = { mint: 'usdc', symbol: 'USDC', decimals: 6, minAmount: '1' };
const ticket = { mint: 'ticket', symbol: 'TICKET', decimals: 0, minAmount: '3' };
const page = { minDonationAmount: 0.002, presetAmounts: [0.1], tokens: [usdc, ticket] };
const inSol = (amount: string) => readWishedAmount({ ...noWishes, amount, isOther: true }, page);
const inUsdc = (usdc: string) =>
  readWishedAmount({ ...noWishes, token: 'usdc', tokenAmounts: { usdc } }, page);

describe('what a donor wants to pay', () => {
  it('is the minimum in SOL for whoever chose nothing, and of a token for whoever chose one', () => {
    expect(readWishedAmount(noWishes, page)).toEqual({ wished: {} });
    expect(inSol(' ')).toEqual({ wished: {} });
    expect(inUsdc(' ')).toEqual({ wished: { token: 'usdc' } });
  });

  it('is typed where no amounts are offered, too; not where the server knows no such choice', () => {
    const wishes = { ...noWishes, amount: '0.05' };
    expect(readWishedAmount(wishes, { ...page, presetAmounts: [] })).toEqual({
      wished: { askedAmount: 0.05 },
    });
    expect(readWishedAmount(wishes, { minDonationAmount: 0.002 })).toEqual({ wished: {} });
  });

  it('stands for each currency by itself', () => {
    const wishes = { ...noWishes, amount: '0.05', tokenAmounts: { usdc: '5', ticket: '4' } };
    const wished = (token: string) => readWishedAmount({ ...wishes, token }, page);
    expect(wished('usdc')).toEqual({ wished: { token: 'usdc', askedTokenAmount: '5' } });
    expect(wished('ticket')).toEqual({ wished: { token: 'ticket', askedTokenAmount: '4' } });
    expect(wished('')).toEqual({ wished: { askedAmount: 0.05 } });
  });

  it('is in SOL to the last lamport, and says how fine that is', () => {
    expect(inSol('0.123456789')).toEqual({ wished: { askedAmount: 0.123456789 } });
    expect(inSol('0.1234567891')).toEqual({
      problem: 'Please enter an amount with at most 9 decimals, for example 0.05 or 1000',
    });
  });

  it.each([
    ['0', 'Please enter at least 0.002000 SOL'],
    ['-1', 'Please enter at least 0.002000 SOL'],
    ['1000001', 'Please enter at most 1000000 SOL'],
    ['1,000', 'Please enter an amount with at most 9 decimals, for example 0.05 or 1000'],
  ])('is refused in words that fit: %s SOL', (typed, problem) => expect(inSol(typed)).toEqual({ problem }));

  it('may stand with its unit', () => {
    expect(inSol('0.05 SOL')).toEqual({ wished: { askedAmount: 0.05 } });
    expect(inSol('2,5sol ')).toEqual({ wished: { askedAmount: 2.5 } });
  });

  it('is not below the minimum in SOL, which is said to the last lamport', () => {
    const fine = { ...page, minDonationAmount: 0.0020005 };
    const problemOf = (amount: string) => readWishedAmount({ ...noWishes, amount, isOther: true }, fine);
    expect(problemOf('0.002')).toEqual({ problem: 'Please enter at least 0.0020005 SOL' });
    expect(inSol('0.001')).toEqual({ problem: 'Please enter at least 0.002000 SOL' });
  });

  it('is exact in a token, with point or comma, to the last unit that there can be', () => {
    expect(inUsdc('2,50')).toEqual({ wished: { token: 'usdc', askedTokenAmount: '2.5' } });
    expect(inUsdc('18446744073709.551615')).toEqual({
      wished: { token: 'usdc', askedTokenAmount: '18446744073709.551615' },
    });
  });

  it.each(['1,000', '1.0000001', '.', '-', 'five', '1e3'])('is not %s', (typed) => {
    expect(inUsdc(typed)).toEqual({
      problem: 'Please enter an amount with at most 6 decimals, for example 2.5 or 1000',
    });
  });

  it.each([
    ['0', 'Please enter at least 1.00 USDC'],
    ['-2', 'Please enter at least 1.00 USDC'],
    ['-.5', 'Please enter at least 1.00 USDC'],
    ['18446744073709.551616', 'Please enter at most 18446744073709.551615 USDC'],
    ['1000000000000000000000', 'Please enter at most 18446744073709.551615 USDC'],
  ])('is refused in words that fit: %s USDC', (typed, problem) => expect(inUsdc(typed)).toEqual({ problem }));

  it('is read with zeros at either end', () => {
    expect(inUsdc('002.500000000')).toEqual({ wished: { token: 'usdc', askedTokenAmount: '2.5' } });
    expect(inUsdc('1000.')).toEqual({ wished: { token: 'usdc', askedTokenAmount: '1000' } });
  });

  it('is not below the minimum of that token, nor a part of what has no parts', () => {
    expect(inUsdc('0.999999')).toEqual({ problem: 'Please enter at least 1.00 USDC' });
    expect(readWishedAmount({ ...noWishes, token: 'ticket', tokenAmounts: { ticket: '3.5' } }, page)).toEqual(
      {
        problem: 'Please enter a whole number, for example 5 or 1000',
      },
    );
  });

  it('falls back to SOL when the streamer takes the token no more', () => {
    const wishes = { ...noWishes, token: 'gone', tokenAmounts: { gone: '5' } };
    expect(chosenToken(wishes, page)).toBeNull();
    expect(readWishedAmount(wishes, page)).toEqual({ wished: {} });
  });
});

const heard = (wishes: Partial<typeof noWishes>, clipMinimumAmount: number | null = 0.1) =>
  isClipHeard({ ...noWishes, ...wishes }, { ...page, clipMinimumAmount });

describe('a clip', () => {
  it('is heard from the streamer’s minimum for clips on, and without a choice only if the minimum reaches it', () => {
    expect(heard({ amount: '0.1' })).toBe(true);
    expect(heard({ amount: '0.09', isOther: true })).toBe(false);
    expect(heard({})).toBe(false);
    expect(heard({}, 0.002)).toBe(true);
  });

  it('is heard in a token only where there is no such minimum', () => {
    expect(heard({ token: 'usdc', tokenAmounts: { usdc: '1000' } })).toBe(false);
    expect(heard({ token: 'usdc' }, null)).toBe(true);
  });
});
