import { expect, it } from 'vitest';
import { aDesk, anAlert } from './desk-fixture.ts';
import { countWithoutRow, type KeptRow, outcomeOf, withKept } from './kept-rows.ts';

const kept = (id: string, index: number): KeptRow => ({
  alert: anAlert(id),
  list: 'toApprove',
  index,
  outcome: 'Approved',
});
const idsOf = (rows: readonly KeptRow[], ...waiting: string[]) =>
  withKept(aDesk({ toApprove: waiting.map((id) => anAlert(id)) }), rows).toApprove.map(({ id }) => id);

it('what was decided stands where it stood, in whatever order that was done', () => {
  expect(idsOf([kept('a', 0)], 'b')).toEqual(['a', 'b']);
  expect(idsOf([kept('a', 0), kept('c', 2), kept('b', 1)], 'd')).toEqual(['a', 'b', 'c', 'd']);
  expect(idsOf([kept('c', 2)], 'a', 'b')).toEqual(['a', 'b', 'c']);
  expect(idsOf([kept('a', 0)])).toEqual(['a']);
});

it('an alert that still waits, or waits again because its call failed, stands there once', () => {
  expect(idsOf([kept('a', 0)], 'a', 'b')).toEqual(['a', 'b']);
});

it('counts only what waits, and is the same desk where nothing is kept', () => {
  const desk = aDesk({ toApprove: [anAlert('b')] });
  expect(withKept(desk, [kept('a', 0)]).counts.toApprove).toBe(1);
  expect(withKept(desk, [])).toBe(desk);
});

it('those without a row are as many while rows are kept, which wait no more', () => {
  const counts = { onStream: 0, toApprove: 12, next: 0, tray: 0 };
  const data = aDesk({ toApprove: [anAlert('b'), anAlert('c')], counts });
  expect(withKept(data, [kept('a', 0)]).toApprove).toHaveLength(3);
  expect(countWithoutRow(data, 'toApprove')).toBe(10);
});

it('an alert that was approved and taken out of the queue at once is decided in both lists', () => {
  const rows: KeptRow[] = [kept('a', 0), { ...kept('a', 0), list: 'next', outcome: 'Taken out' }];
  expect(outcomeOf(rows, 'a', 'toApprove')).toBe('Approved');
  expect(outcomeOf(rows, 'a', 'next')).toBe('Taken out');
  expect(outcomeOf(rows, 'a', 'tray')).toBeNull();
  expect(outcomeOf(rows, 'b', 'next')).toBeNull();
});
