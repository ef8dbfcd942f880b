import { expect, onTestFinished, test } from 'vitest';
import { createLimiter, type Limiter } from '#server/app/limits/limiter.ts';
import { limitGroups, type Limits } from '#server/app/limits/limits.ts';
import { Secret } from '#server/app/secret.ts';
import { openCollector } from '#server/process/open-collector.ts';

const collectGarbage = openCollector();

function open(): Limiter {
  const windowMs = 60_000;
  const nothing = Object.fromEntries(limitGroups.map((group) => [group, {}])) as Limits;
  const read = { address: { max: 1000, windowMs }, all: { max: 400_000, windowMs } };
  const limiter = createLimiter({
    limits: { ...nothing, read },
    counts: null,
    secret: new Secret(new Uint8Array(32)),
    log: { warn: () => undefined },
    now: () => 0,
  });
  onTestFinished(() => limiter.stop());
  return limiter;
}

/** What is kept of so many addresses, one call each, and how many of the calls passed. */
function count(addresses: number): { passed: number; keptBytes: number } {
  const limiter = open();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  let passed = 0;
  for (let address = 0; address < addresses; address += 1)
    if (limiter.count('read', { isGenerous: false, address: `10.${address}`, all: true }) === null)
      passed += 1;
  collectGarbage();
  return { passed, keptBytes: process.memoryUsage().heapUsed - before };
}

test('a limiter keeps a bounded number of addresses, however many come', () => {
  const some = count(100_000);
  const many = count(500_000);
  expect([some.passed, many.passed]).toEqual([100_000, 400_000]);
  expect(some.keptBytes).toBeGreaterThan(1e6);
  expect(many.keptBytes).toBeLessThan(some.keptBytes * 2);
});
