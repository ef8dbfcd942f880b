import { expect, it } from 'vitest';
import { NodeSlots } from './node-slots.ts';

const hearAll = (rounds: bigint[][]) => {
  const slots = new NodeSlots();
  return rounds.map((told) => slots.hear(told));
};

it('the node that is furthest is believed while it goes on with the others, or from where they stayed', () => {
  expect(hearAll([[1000n, 1003n], [1050n], [1050n, 1100n], [1050n, 1390n], []])).toEqual([
    1003n,
    1050n,
    1100n,
    1390n,
    null,
  ]);
});

it('a slot that the chain does not reach makes nobody look behind who goes on', () => {
  const far = 9_000_000_000_000_000n;
  expect(hearAll([[1000n, far], [1050n, far], [1100n], [far], [1250n, far]])).toEqual([
    1000n,
    1050n,
    1100n,
    null,
    1250n,
  ]);
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
