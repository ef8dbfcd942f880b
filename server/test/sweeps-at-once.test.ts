import { afterEach, expect, test } from 'vitest';
import { payAndSee, startAmong } from './chain-by-hand.ts';
import { until } from './test-client.ts';

/** Shorter than a node takes to be given up. */
const withoutWaitingMs = 7000;
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

test('a transfer for which no node answers holds no other one back', async () => {
  const scene = await startAmong(1, cleanUps);
  const donations = [];
  for (let count = 0; count < 4; count += 1) donations.push(await scene.create());
  await payAndSee(scene, donations);
  let first: string | null = null;
  scene.nodes[0]?.begin({
    answer: async ({ method, body, forward }) => {
      const { params } = JSON.parse(body) as { params: [string] };
      const transaction = method === 'simulateTransaction' ? params[0] : null;
      first ??= transaction;
      const isHeld = transaction !== null && transaction === first;
      return isHeld ? 'silence' : { status: 200, body: await forward() };
    },
  });
  scene.sandbox.advance(40);
  await until(() => expect(first).not.toBeNull());
  await until(
    async () =>
      expect(await scene.query('select count(*)::int as signed from sweeps')).toEqual([{ signed: 3 }]),
    withoutWaitingMs,
  );
});
