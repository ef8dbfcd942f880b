import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ListedDonation } from '#contract/donation.ts';
import { listedDonation } from '#contract/listed-donation-fixture.ts';
import { keepDonation, withDonation } from './keep-donation.ts';
import { queryKeys } from './query.ts';

const donation = (id: string, status: ListedDonation['status'] = 'PENDING'): ListedDonation =>
  listedDonation({ id, status });

it('a changed donation keeps its place, a new one comes first', () => {
  const list = [donation('b'), donation('a')];
  expect(withDonation(list, donation('a', 'RECEIVED')).map(({ id, status }) => [id, status])).toEqual([
    ['b', 'PENDING'],
    ['a', 'RECEIVED'],
  ]);
  expect(withDonation(list, donation('c')).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});

it('what an alert waits for stays where the change does not say it', () => {
  const waiting = { alertId: 'x', waitsFor: 'approval' } as const;
  const list = [{ ...donation('a', 'RECEIVED'), waiting }];
  expect(withDonation(list, { ...donation('a', 'RECEIVED'), late: true })[0]).toMatchObject({
    late: true,
    waiting,
  });
  expect(withDonation(list, { ...donation('a', 'RECEIVED'), waiting: null })[0]?.waiting).toBeNull();
});

it('what an alert waits for is not known of a new donation, nor of one that has just been paid, until the list is read', () => {
  const list = [{ ...donation('a'), waiting: null }];
  const paid = withDonation(list, donation('a', 'RECEIVED'));
  expect(paid[0]).toMatchObject({ isOnlyTold: true });
  expect(paid[0]?.waiting).toBeUndefined();
  expect(withDonation(paid, { ...donation('a', 'RECEIVED'), late: true })[0]?.isOnlyTold).toBe(true);
  const said = withDonation(paid, { ...donation('a', 'RECEIVED'), waiting: null })[0];
  expect([said?.isOnlyTold, said?.waiting]).toEqual([undefined, null]);
  expect(withDonation(list, donation('b'))[0]?.isOnlyTold).toBe(true);
});

it('the list’s total grows with a new donation only', () => {
  const queries = new QueryClient();
  queries.setQueryData(queryKeys.donations, { data: [donation('a')], total: 1 });
  keepDonation(queries, donation('a', 'RECEIVED'));
  keepDonation(queries, donation('b'));
  expect(queries.getQueryData(queryKeys.donations)).toMatchObject({ total: 2 });
});

it('a list that has not been loaded stays unloaded', () => {
  const queries = new QueryClient();
  keepDonation(queries, donation('a'));
  expect(queries.getQueryData(queryKeys.donations)).toBeUndefined();
});
