import { expect, test } from 'vitest';
import { doTogether } from './do-together.ts';

/** Doubles numbers; each batch waits until it is let go. */
function doubling(most: number, isBad: (input: number) => boolean = () => false) {
  const batches: number[][] = [];
  let gate = Promise.resolve();
  const double = doTogether<number, number>({
    most,
    async doAll(take) {
      const inputs = [...take()];
      batches.push(inputs);
      await gate;
      if (inputs.some(isBad)) throw new RangeError('bad');
      return inputs.map((input) => input * 2);
    },
    mayBeOfOne: (error) => error instanceof RangeError,
  });
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return resolve;
  };
  return { double, batches, hold };
}

test('a call that comes alone is done alone, at once', async () => {
  const { double, batches } = doubling(10);
  expect(await double(1)).toBe(2);
  expect(await double(2)).toBe(4);
  expect(batches).toEqual([[1], [2]]);
});

test('what comes while others are done goes next, together, in its order and no more than so many', async () => {
  const { double, batches, hold } = doubling(3);
  const letGo = hold();
  const doubled = [1, 2, 3, 4, 5].map(double);
  letGo();
  expect(await Promise.all(doubled)).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

test('one that spoils a batch fails alone', async () => {
  const { double, hold } = doubling(10, (input) => input === 3);
  const letGo = hold();
  const doubled = [1, 2, 3, 4].map(double);
  letGo();
  const settled = await Promise.allSettled(doubled);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await double(5)).toBe(10);
});

test('an error before anything was taken is told to those who wait, and the next are done', async () => {
  let isAway = true;
  const echo = doTogether<number, number>({
    most: 10,
    async doAll(take) {
      await Promise.resolve();
      if (isAway) throw new Error('away');
      return [...take()];
    },
    mayBeOfOne: () => false,
  });
  const settled = await Promise.allSettled([1, 2].map(echo));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await echo(3)).toBe(3);
});
