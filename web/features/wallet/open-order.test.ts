import { expect, it } from 'vitest';
import type { Withdrawal } from '#contract/wallet.ts';
import { createOpenOrder, isAsOrdered } from './open-order.ts';

function tab() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

it('while an answer is missing every order has the same id, also after a reload', () => {
  const storage = tab();
  const id = createOpenOrder(storage).idFor('kat');
  expect(createOpenOrder(storage).idFor('kat')).toBe(id);
});

it('an order whose answer is known is followed by one with another id, and is known once', () => {
  const orders = createOpenOrder(tab());
  const id = orders.idFor('kat');
  expect([orders.settle('kat', id), orders.settle('kat', id)]).toEqual([true, false]);
  expect(orders.idFor('kat')).not.toBe(id);
});

it('another withdrawal settles no open order', () => {
  const orders = createOpenOrder(tab());
  const id = orders.idFor('kat');
  expect(orders.settle('kat', 'of-another-tab')).toBe(false);
  expect(orders.idFor('kat')).toBe(id);
});

it('who signs in in the same tab orders under an id of their own', () => {
  const orders = createOpenOrder(tab());
  expect(orders.idFor('kat')).not.toBe(orders.idFor('zoe'));
});

it('the answer is of what was ordered only with its address and sum, and while it is under way', () => {
  const made: Withdrawal = {
    id: 'one',
    status: 'waiting',
    address: 'there',
    amount: 0.5,
    fee: 0.000005,
    isAll: false,
    createdAt: '2026-11-21T12:00:00.000Z',
    triedUntil: '2026-11-21T12:10:00.000Z',
    endedAt: null,
    why: null,
    signature: null,
  };
  const order = { address: 'there', amount: 0.5, isAll: false };
  expect(isAsOrdered(made, order)).toBe(true);
  expect(isAsOrdered(made, { ...order, amount: 0.6 })).toBe(false);
  expect(isAsOrdered(made, { ...order, address: 'elsewhere' })).toBe(false);
  expect(isAsOrdered(made, { ...order, isAll: true })).toBe(false);
  expect(isAsOrdered({ ...made, isAll: true }, { ...order, isAll: true, amount: 0.4 })).toBe(true);
  expect(isAsOrdered({ ...made, endedAt: '2026-11-21T12:01:00.000Z' }, order)).toBe(false);
});
