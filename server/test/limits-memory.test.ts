import { expect, onTestFinished, test } from 'vitest';
import { createLimiter } from '#server/app/limits/limiter.ts';
import { limitGroups, type Limits } from '#server/app/limits/limits.ts';
import { Secret } from '#server/app/secret.ts';
import { openCollector } from '#server/open-collector.ts';

test('a limiter keeps a bounded number of addresses, however many come', () => {
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
  // What other tests left would be taken off.
  openCollector()();
  const before = process.memoryUsage().heapUsed;
  let passed = 0;
  for (let address = 0; address < 500_000; address += 1) {
    const refusal = limiter.count('read', { isGenerous: false, address: `10.${address}`, all: true });
    if (refusal === null) passed += 1;
  }
  expect(passed).toBe(400_000);
  expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(150);
});
