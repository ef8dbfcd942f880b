import { expect, test } from 'vitest';
import type { Watch } from '#server/app/watch-ports.ts';
import { createOwnAddresses } from './own-addresses.ts';

const start = Date.UTC(2026, 0, 1);
const at = (seconds: number): Date => new Date(start + seconds * 1000);

function watchOf(donationId: string, expiresAt = at(600)): Watch {
  return {
    donationId,
    address: donationId,
    knownLamports: 0n,
    expiresAt,
    isOpen: true,
    isOwn: true,
    look: null,
  };
}

const idsOf = (watches: readonly Watch[]): string[] => watches.map(({ donationId }) => donationId);

/** Reads what is due whenever the next one is, for so long: at which seconds each was read. */
function readFor(own: ReturnType<typeof createOwnAddresses>, seconds: number): Record<string, number[]> {
  const times: Record<string, number[]> = {};
  for (let due = own.nextDueAt(); due !== null && due <= at(seconds); due = own.nextDueAt()) {
    const read = own.due(due, 100, false);
    own.putOff(read, due);
    for (const id of idsOf(read)) (times[id] ??= []).push((due.getTime() - start) / 1000);
  }
  return times;
}

test('a new address is read at its time, again 5 s later, and every 30 s from then on', () => {
  const own = createOwnAddresses();
  own.add([watchOf('a')], at(5));
  expect(readFor(own, 110)).toEqual({ a: [5, 10, 40, 70, 100] });
});

test('once anything is read, what comes within half of its time goes along', () => {
  const own = createOwnAddresses();
  own.add([watchOf('a')], at(5));
  own.putOff([watchOf('a')], at(10));
  own.add([watchOf('b')], at(30));
  expect(own.due(at(24), 100, false)).toEqual([]);
  expect(idsOf(own.due(at(24), 100, true))).toEqual([]);
  expect(idsOf(own.due(at(25), 100, true))).toEqual(['a']);
  expect(idsOf(own.due(at(27.5), 100, true))).toEqual(['b', 'a']);
  expect(idsOf(own.due(at(30), 100, false))).toEqual(['b', 'a']);
});

test('a look that came along does not stand for the one by which an address is listened to', () => {
  const own = createOwnAddresses();
  own.add([watchOf('a')], at(5));
  own.putOff(own.due(at(3), 100, true), at(3));
  expect(readFor(own, 50)).toEqual({ a: [10, 40] });
});

test('what is read for the second time keeps the order of its time, whatever was read along', () => {
  const own = createOwnAddresses();
  own.add([watchOf('a')], at(5));
  own.putOff([watchOf('a')], at(5));
  own.add([watchOf('b')], at(10));
  expect(idsOf(own.due(at(8), 100, true))).toEqual(['b']);
  own.putOff([watchOf('b')], at(8));
  expect(own.nextDueAt()).toEqual(at(10));
  expect(idsOf(own.due(at(10), 100, false))).toEqual(['a']);
});

test('what was read elsewhere is its own from its next turn on', () => {
  const own = createOwnAddresses();
  own.putOff([watchOf('a')], at(3));
  expect(readFor(own, 70)).toEqual({ a: [33, 63] });
});

test('no more are read than asked for, and the rest stays due', () => {
  const own = createOwnAddresses();
  own.add([watchOf('a'), watchOf('b'), watchOf('c')], at(5));
  const two = own.due(at(5), 2, false);
  own.putOff(two, at(5));
  expect(idsOf(two)).toEqual(['a', 'b']);
  expect(own.due(at(5), 0, true)).toEqual([]);
  expect(idsOf(own.due(at(5), 2, false))).toEqual(['c']);
});

test('what was left to the books, and what is past its time, is not read', () => {
  const own = createOwnAddresses();
  own.add([watchOf('a'), watchOf('b', at(-61)), watchOf('c')], at(5));
  own.forget([watchOf('a')]);
  expect(idsOf(own.due(at(5), 100, false))).toEqual(['c']);
  expect(idsOf(own.all())).toEqual(['c']);
});

test('what should have been read long ago is overdue, and so is nothing else', () => {
  const own = createOwnAddresses();
  own.add([watchOf('a')], at(5));
  own.add([watchOf('b')], at(10));
  expect(own.overdue(at(14.9))).toEqual([]);
  expect(idsOf(own.overdue(at(15)))).toEqual(['a']);
});

test('a clock that is set back makes everything due', () => {
  const own = createOwnAddresses();
  own.add([watchOf('a')], at(3600));
  own.putOff([watchOf('a')], at(3605));
  own.add([watchOf('b')], at(3605));
  const read = own.due(at(0), 100, false);
  expect(idsOf(read)).toEqual(['b', 'a']);
  own.putOff(read, at(0));
  expect(own.nextDueAt()).toEqual(at(30));
  expect(own.due(at(1), 100, false)).toEqual([]);
});
