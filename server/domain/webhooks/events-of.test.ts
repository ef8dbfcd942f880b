import { expect, test } from 'vitest';
import type { Donation } from '#server/domain/donation.ts';
import { eventsOf } from './events-of.ts';

const at = new Date('2026-11-21T12:00:00Z');
const none = { paidAt: null, shownAt: null, sweptAt: null, failedAt: null, expiredAt: null } as Donation;
const paid = { ...none, paidAt: at };

test.each<[string, Donation, Donation, string[]]>([
  ['nothing', none, none, []],
  ['expiry', none, { ...none, expiredAt: at }, []],
  ['the payment', none, paid, ['donation.received']],
  ['a payment of what is blocked', none, { ...paid, shownAt: at }, ['donation.received', 'donation.shown']],
  ['its alert', paid, { ...paid, shownAt: at }, ['donation.shown']],
  ['the transfer', paid, { ...paid, sweptAt: at }, ['donation.transferred']],
  ['the transfer of too little', { ...none, expiredAt: at }, { ...none, expiredAt: at, sweptAt: at }, []],
  [
    'more money after the transfer',
    { ...paid, sweptAt: at },
    { ...paid, sweptAt: at, shownAt: at },
    ['donation.shown'],
  ],
  ['the chain taking it back', paid, { ...paid, failedAt: at }, ['donation.failed']],
  ['its coming back', { ...paid, failedAt: at }, paid, ['donation.restored']],
])('%s', (_, before, after, events) => {
  expect(eventsOf(before, after)).toEqual(events);
});
