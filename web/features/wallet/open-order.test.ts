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

/** Two tabs of one browser, and its clock. */
function twoTabs() {
  const storage = tab();
  const clock = { ms: 1000 };
  const open = () => createOpenOrder(storage, () => clock.ms);
  return { here: open(), there: open(), clock };
}

it('tabs of one browser order under one id while an answer is missing', () => {
  const { here, there } = twoTabs();
  const id = here.idFor('kat');
  expect(there.idFor('kat')).toBe(id);
  here.leaveUnanswered('kat');
  expect([here.idFor('kat'), there.idFor('kat')]).toEqual([id, id]);
});

it('a page says nothing of an order while the answer may come, and who ordered it settles it', () => {
  const { here, there } = twoTabs();
  const id = here.idFor('kat');
  expect([here.settleFound('kat', id), there.settleFound('kat', id)]).toEqual([false, false]);
  expect(here.settle('kat', id)).toBe(true);
  expect(there.settleFound('kat', id)).toBe(false);
});

it('an order without an answer is found in every tab that ordered it, whoever finds it first', () => {
  const { here, there } = twoTabs();
  const id = here.idFor('kat');
  here.leaveUnanswered('kat');
  expect([there.settleFound('kat', id), there.settleFound('kat', id)]).toEqual([true, false]);
  expect([here.settleFound('kat', id), here.settleFound('kat', id)]).toEqual([true, false]);
});

it('a tab that has not heard what became of its order goes on under its id, though another tab has', () => {
  const { here, there } = twoTabs();
  const id = here.idFor('kat');
  here.leaveUnanswered('kat');
  there.settleFound('kat', id);
  expect([here.idFor('kat'), there.idFor('kat')]).toEqual([id, id]);
});

it('an order of a tab that was closed before the answer is found once none can come any more', () => {
  const { here, there, clock } = twoTabs();
  const id = here.idFor('kat');
  clock.ms += 9999;
  expect(there.settleFound('kat', id)).toBe(false);
  clock.ms += 1;
  expect(there.settleFound('kat', id)).toBe(true);
});

it('what one tab was refused is no found order of another whose answer may come, and goes on under the same id', () => {
  for (const refused of ['here', 'there'] as const) {
    const { clock, ...tabs } = twoTabs();
    const id = tabs.here.idFor('kat');
    clock.ms += 1;
    tabs.there.idFor('kat');
    const waiting = refused === 'here' ? tabs.there : tabs.here;
    tabs[refused].dropRefused('kat');
    expect(waiting.settleFound('kat', id)).toBe(false);
    expect(tabs[refused].idFor('kat')).toBe(id);
    tabs[refused].dropRefused('kat');
    expect(waiting.settle('kat', id)).toBe(true);
    expect(tabs[refused].settleFound('kat', id)).toBe(false);
    expect(tabs[refused].idFor('kat')).not.toBe(id);
  }
});

it('a page that waits for its own answer leaves it to that, whatever another tab has heard of the same id', () => {
  const { here, there } = twoTabs();
  const id = here.idFor('kat');
  there.idFor('kat');
  there.leaveUnanswered('kat');
  expect([here.settleFound('kat', id), there.settleFound('kat', id)]).toEqual([false, true]);
  expect([here.settleFound('kat', id), here.settle('kat', id)]).toEqual([false, true]);
});

it('after a refusal the next order is another, but not where an earlier try was never answered', () => {
  const { here } = twoTabs();
  const refused = here.idFor('kat');
  here.dropRefused('kat');
  const id = here.idFor('kat');
  expect(id).not.toBe(refused);
  here.leaveUnanswered('kat');
  expect(here.idFor('kat')).toBe(id);
  here.dropRefused('kat');
  expect(here.idFor('kat')).toBe(id);
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
