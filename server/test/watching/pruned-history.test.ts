import { expect, test, type TestContext, vi } from 'vitest';
import { payAndSee, startAmong } from '#server/test/chain-by-hand.ts';
import { pruneBefore } from '#server/test/faults/prune-history.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { until } from '#server/test/test-client.ts';

vi.setConfig({ testTimeout: 60_000 });

async function startIn({ onTestFinished }: TestContext, nodes: number) {
  const cleanUps: (() => unknown)[] = [];
  onTestFinished(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });
  return await startAmong(nodes, cleanUps);
}

const entriesOf = (address: string) =>
  `select finalized, dropped from chain_entries where address = '${address}' order by slot limit 1`;

/** The server is away, for longer than the node keeps its history, right after it saw a payment at `confirmed`. */
async function payAndBeAway(scene: Awaited<ReturnType<typeof startIn>>) {
  const donation = await scene.create();
  await payAndSee(scene, [donation]);
  for (const node of scene.nodes) node.begin({ answer: async () => 'reset' });
  // Somebody's dust, so that the balance is not what the books say.
  await payFromFaucet(scene.sandbox.url, donation.walletAddress, 1_000_000);
  scene.sandbox.advance(400);
  return donation;
}

async function settleAnother(scene: Awaited<ReturnType<typeof startIn>>): Promise<void> {
  const donation = await scene.create();
  await payAndSee(scene, [donation]);
  scene.sandbox.advance(40);
  await until(async () =>
    expect(await scene.query(entriesOf(donation.walletAddress))).toMatchObject([{ finalized: true }]),
  );
}

test('a payment that the node no longer has in its history is not taken for rolled back', async (context) => {
  const scene = await startIn(context, 1);
  const { id, walletAddress } = await payAndBeAway(scene);
  scene.nodes[0]?.begin(pruneBefore(300));
  // What comes later is settled meanwhile, more than once: two readings would have been enough to call it dropped.
  for (let later = 0; later < 3; later += 1) await settleAnother(scene);
  expect(await scene.query(entriesOf(walletAddress))).toEqual([{ finalized: false, dropped: false }]);
  expect(await scene.statusOf(id)).toBe('RECEIVED');
});

test('a payment that one node no longer has in its history is final by another one', async (context) => {
  const scene = await startIn(context, 2);
  const { id, walletAddress } = await payAndBeAway(scene);
  scene.nodes[0]?.begin(pruneBefore(300));
  scene.nodes[1]?.heal();
  await until(
    async () =>
      expect(await scene.query(entriesOf(walletAddress))).toEqual([{ finalized: true, dropped: false }]),
    15_000,
  );
  expect(await scene.statusOf(id)).toBe('RECEIVED');
});

test('a payment that one node has pruned before anybody saw it is booked by another one', async (context) => {
  const scene = await startIn(context, 2);
  const { id, walletAddress } = await scene.create();
  scene.nodes[0]?.begin(pruneBefore(300));
  await payFromFaucet(scene.sandbox.url, walletAddress, 5_000_000);
  scene.sandbox.advance(400);
  scene.passTime(6000);
  await until(async () => expect(await scene.statusOf(id)).toBe('RECEIVED'), 15_000);
});
