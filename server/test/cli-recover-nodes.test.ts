import { expect, onTestFinished, test, vi } from 'vitest';
import { createKeyVault } from '#server/solana/key-vault.ts';
import { createSolana } from '#server/solana/create-solana.ts';
import { loadOrCreateSeed } from '#server/solana/seed-file.ts';
import { createInstallation, runBrava } from './cli-fixture.ts';
import { startFaultProxy, type NodeFault } from './faults/fault-proxy.ts';

// Whole commands run here, as processes of their own.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Refuses the first calls of each of these methods, as a node that is overloaded does. */
function refuseFirst(methods: readonly string[], calls: number): NodeFault {
  const left = new Map(methods.map((method) => [method, calls]));
  return {
    answer: async ({ method, forward }) => {
      const open = left.get(method) ?? 0;
      left.set(method, open - 1);
      return open > 0 ? { status: 503, body: 'busy' } : { status: 200, body: await forward() };
    },
  };
}

test('a recovery outlives the moment in which all of its nodes fail, and moves everything', async () => {
  const place = await createInstallation();
  onTestFinished(() => place.remove());
  const { words } = await loadOrCreateSeed({ seedFile: place.seedFile });
  const rpc = { urls: [place.sandbox.url], limits: null };
  const { faucet } = await createSolana({ rpc, feed: { wsUrls: [] }, words });
  const vault = await createKeyVault(words);
  for (const index of [1, 2, 3])
    await faucet.pay(await vault.addressOf({ user: 1, epoch: 0, index }), 2_000_000n);
  const urls: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const node = await startFaultProxy(place.sandbox);
    onTestFinished(() => node.stop());
    node.begin(refuseFirst(['getTransaction', 'getSignatureStatuses'], 3));
    urls.push(node.rpcUrl);
  }
  const environment = { ...place.environment(), SOLANA_RPC_URL: urls.join(',') };
  const run = await runBrava(['recover', '--gap', '20', '--users', '2'], environment);
  expect(run.code, run.out + run.err).toBe(0);
  expect(run.out).toContain('Nothing is left on any address.');
  expect(await place.balanceOf(await vault.addressOf({ user: 1, epoch: 0, index: 0 }))).toBe(3n * 1_995_000n);
});
