import { type Donation, paymentsOf, tokenPaymentsIn } from './donation.ts';
import type { TokenSide } from './token-side.ts';

/**
 * Whether a change says nothing that anybody sees: transactions of the same payments became final or were seen to pass money
 * on, and every fact is what it was.
 */
export function isUnseen(before: Donation, after: Donation): boolean {
  const names = Object.keys(after) as (keyof Donation)[];
  const isSame = (name: keyof Donation) =>
    name === 'entries' || name === 'token' || isSameFact(before[name], after[name]);
  return names.every(isSame) && isSameSide(before.token, after.token) && moneyIn(before) === moneyIn(after);
}

function isSameSide(before: TokenSide | null, after: TokenSide | null): boolean {
  if (before === null || after === null) return before === after;
  const names = Object.keys(after) as (keyof TokenSide)[];
  return names.every((name) => name === 'entries' || before[name] === after[name]);
}

function moneyIn({ entries, token }: Donation): string {
  const payments = paymentsOf({ entries }).map(({ signature, lamports }) => `${signature} ${lamports}`);
  const inToken = tokenPaymentsIn(token).map(({ signature, units }) => `${signature} ${units}`);
  return [...payments, ...inToken].join();
}

/** Facts that are read from two places are as many objects. */
function isSameFact(a: unknown, b: unknown): boolean {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b;
}
