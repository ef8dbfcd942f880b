import { expect, it } from 'vitest';
import { NodeSlots } from './node-slots.ts';

const hearAll = (rounds: (bigint | null)[][]) => {
  const slots = new NodeSlots();
  return rounds.map((told) => slots.hear(told));
};
/** `count` rounds, one slot of each node from its first one on; `step` slots from round to round. */
const going = (count: number, first: (bigint | null)[], step = 50n) =>
  Array.from({ length: count }, (_, round) =>
    first.map((slot) => (slot === null ? null : slot + step * BigInt(round))),
  );
const far = 9_000_000_000_000_000n;

it('the node that is furthest is believed while it goes on with the others, or from where they stayed', () => {
  expect(
    hearAll([
      [1000n, 1003n],
      [1050n, null],
      [1050n, 1100n],
      [1050n, 1340n],
      [null, null],
    ]),
  ).toEqual([1003n, 1050n, 1100n, 1340n, null]);
});

it('a slot that the chain does not reach makes nobody look behind who goes on', () => {
  expect(
    hearAll([
      [1000n, far],
      [1050n, far],
      [1100n, null],
      [null, far],
      [1250n, far],
    ]),
  ).toEqual([1000n, 1050n, 1100n, null, 1250n]);
});

it('one that is far ahead is believed once the others stand still, and so is a chain that went back', () => {
  expect(
    hearAll([
      [1000n, 9000n],
      [1000n, 9050n],
      [1000n, 9100n],
      [1000n, 9150n],
      [1000n, 9200n],
    ]),
  ).toEqual([1000n, 1000n, 1000n, 9150n, 9200n]);
  expect(hearAll([[1000n], [400n], [400n], [401n], [402n]])).toEqual([1000n, 400n, 400n, 401n, 402n]);
});

it.each([
  { what: 'gave no answer for a minute', away: going(3, [null, 900_100n]) },
  { what: 'gave none for long', away: going(20, [null, 900_100n]) },
  { what: 'stood still', away: going(5, [1050n, 900_100n]).map(([, b]) => [1050n, b ?? null]) },
  { what: 'was away with all others', away: going(6, [null, null]) },
  {
    what: 'was away with all others, and is back after them',
    away: [...going(6, [null, null]), [null, 900_400n]],
  },
])('the preferred node is believed as soon as it goes on again that $what', ({ away }) => {
  const before = [...going(2, [1000n, 900_000n]), ...away];
  const heard = hearAll([...before, ...going(3, [3000n, 902_000n])]);
  expect(heard.slice(before.length)).toEqual([3000n, 3050n, 3100n]);
});

it('after all were away nobody is believed on the word of the one that is back first', () => {
  const heard = hearAll([...going(2, [1000n, 900_000n]), ...going(6, [null, null]), [null, 900_400n]]);
  expect(heard.at(-1)).toBeNull();
});

it('a node that tells an old slot now and then is measured by the others', () => {
  expect(
    hearAll([
      [1000n, 1000n],
      [400n, 1050n],
      [1100n, 1100n],
      [500n, 1150n],
    ]),
  ).toEqual([1000n, 1050n, 1100n, 1150n]);
});

it('of three nodes two that agree are believed, wherever the third one is, and while one of them is away for a moment', () => {
  const catchingUp = going(8, [1000n, 5000n, 5001n]);
  catchingUp[3]![2] = null;
  expect(hearAll(catchingUp).map((slot) => slot! > 4999n)).toEqual(Array(8).fill(true));
  expect(hearAll(going(4, [900_000n, 1000n, 1001n]))).toEqual([1001n, 1051n, 1101n, 1151n]);
  expect(hearAll(going(4, [1000n, 900_000n, 1001n]))).toEqual([1001n, 1051n, 1101n, 1151n]);
});

it('one of three that is a little too fast makes nobody look behind', () => {
  expect(hearAll(going(3, [1000n, 1001n, 1290n]))).toEqual([1001n, 1051n, 1101n]);
  expect(hearAll(going(3, [1000n, 1290n, 1291n]))).toEqual([1290n, 1340n, 1390n]);
});
