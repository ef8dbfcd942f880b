import { expect, onTestFinished, test, vi } from 'vitest';
import { createKeyVault } from '#server/solana/key-vault.ts';
import { createSolana } from '#server/solana/create-solana.ts';
import { loadOrCreateSeed } from '#server/solana/seed-file.ts';
import { createInstallation, runBrava } from '#server/test/cli-fixture.ts';
import { startFaultProxy, type NodeFault } from '#server/test/faults/fault-proxy.ts';
import { pruneBefore } from '#server/test/faults/prune-history.ts';
import { rpcCall } from '#server/test/faults/rpc-call.ts';

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

/** An installation with money on three addresses of its seed that no books know. */
async function createLost() {
  const place = await createInstallation();
  onTestFinished(() => place.stop());
  const { words } = await loadOrCreateSeed({ seedFile: place.seedFile });
  const rpc = { urls: [place.sandbox.url], limits: null };
  const { faucet } = await createSolana({ rpc, feed: { wsUrls: [] }, words });
  const vault = await createKeyVault(words);
  for (const index of [1, 2, 3])
    await faucet.pay(await vault.addressOf({ user: 1, epoch: 0, index }), 2_000_000n);
  return { place, wallet: await vault.addressOf({ user: 1, epoch: 0, index: 0 }) };
}

type Lost = Awaited<ReturnType<typeof createLost>>;

/** Recovers by nodes with these faults, the preferred one first, and tells what the wallet has then. */
async function recoverBy({ place, wallet }: Lost, faults: readonly NodeFault[]): Promise<bigint> {
  const urls: string[] = [];
  for (const fault of faults) {
    const node = await startFaultProxy(place.sandbox);
    onTestFinished(() => node.stop());
    node.begin(fault);
    urls.push(node.rpcUrl);
  }
  const environment = { ...place.environment(), SOLANA_RPC_URL: urls.join(',') };
  const run = await runBrava(['recover', '--gap', '20', '--users', '2'], environment);
  expect(run.code, run.out + run.err).toBe(0);
  expect(run.out).toContain('Nothing is left on any address.');
  return await place.balanceOf(wallet);
}

const all = 3n * 1_995_000n;

test('a recovery outlives the moment in which all of its nodes fail, and moves everything', async () => {
  const busy = [1, 2].map(() => refuseFirst(['getTransaction', 'getSignatureStatuses'], 3));
  expect(await recoverBy(await createLost(), busy)).toBe(all);
});

test('a recovery moves everything where only the second node knows how the money came', async () => {
  const lost = await createLost();
  const slot = await rpcCall<number>(lost.place.sandbox.url, 'getSlot', [{ commitment: 'processed' }]);
  expect(await recoverBy(lost, [pruneBefore(slot + 1), {}])).toBe(all);
});
