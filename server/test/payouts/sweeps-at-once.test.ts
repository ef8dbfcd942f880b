import { afterEach, expect, test } from 'vitest';
import { payAndSee, startAmong } from '#server/test/chain-by-hand.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { until } from '#server/test/test-client.ts';

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

test('who sends dust in time makes a transfer fail, and the next one only after a pause', async () => {
  const scene = await startAmong(1, cleanUps);
  const donation = await scene.create();
  await payAndSee(scene, [donation]);
  scene.nodes[0]?.begin({
    answer: async ({ method, forward }) => {
      // So little would not be left to stand, and nothing else is to be left.
      if (method === 'sendTransaction') await payFromFaucet(scene.sandbox.url, donation.walletAddress, 1);
      return { status: 200, body: await forward() };
    },
  });
  const states = async () =>
    (await scene.query('select state from sweeps order by created_at')).map((row) => row['state']);
  const advanceUntil = (wanted: string[]) =>
    until(async () => {
      scene.sandbox.advance(4);
      scene.passTime(6000);
      expect(await states()).toEqual(wanted);
    }, 15_000);
  await advanceUntil(['failed']);
  scene.nodes[0]?.heal();
  const waits = () =>
    until(async () => {
      scene.sandbox.advance(4);
      const waiting = await scene.query(
        `select 1 from sweep_jobs where lease_until is null and next_attempt_at > now() + interval '1 second'
           and last_error = 'the transfer landed and failed'`,
      );
      expect(waiting).toHaveLength(1);
    });
  await waits();
  // As more dust would.
  const ask = 'update sweep_jobs set next_attempt_at = now(), attempts = 0, fence = fence + 1';
  await scene.query(ask);
  await waits();
  expect(await states()).toEqual(['failed']);
  await scene.query(`update sweeps set ended_at = ended_at - interval '10 seconds'; ${ask}`);
  await advanceUntil(['failed', 'landed']);
});
