import { expect, test } from 'vitest';
import { validationTexts } from './validation-texts.ts';
import { withdrawalWish } from './wallet.ts';

const refusalOf = (amount: number) =>
  withdrawalWish.safeParse({ address: 'somewhere', amount }).error?.issues[0]?.message;

test('more than any wallet holds is refused as too much, and only what is none as no amount', () => {
  expect(refusalOf(1_000_000_000)).toBeUndefined();
  expect(refusalOf(1_000_000_001)).toBe(validationTexts.withdrawalAmountTooLarge);
  for (const none of [0, -1, Number.NaN])
    expect(refusalOf(none)).toBe(validationTexts.withdrawalAmountMissing);
});
