import { expect, onTestFinished, test, vi } from 'vitest';
import { createInstallation, runBrava } from '#server/test/cli-fixture.ts';
import { type NodeFault, startFaultProxy } from '#server/test/faults/fault-proxy.ts';
import { rpcCall } from '#server/test/faults/rpc-call.ts';
import { call, registerStreamer, until } from '#server/test/test-client.ts';

// Whole commands run here, as processes of their own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Says that so much lies wherever it is asked for. */
const holding = (lamports: number): NodeFault => ({
  answer: async ({ method, forward }) => {
    const truth = JSON.parse(await forward());
    const held = {
      lamports,
      data: ['', 'base64'],
      owner: '1'.repeat(32),
      executable: false,
      rentEpoch: 0,
      space: 0,
    };
    if (method === 'getMultipleAccounts') truth.result.value = truth.result.value.map(() => held);
    return { status: 200, body: JSON.stringify(truth) };
  },
});

/** Is so far behind that it lacks whatever slot it is asked for, and says what was. */
const farBehind = (lamports: number): NodeFault => ({
  answer: async (exchange) => {
    const { method, body, id } = exchange;
    const { minContextSlot = 0 } =
      (JSON.parse(body) as { params: [unknown, { minContextSlot?: number }?] }).params[1] ?? {};
    if (method !== 'getMultipleAccounts' || minContextSlot === 0)
      return await holding(lamports).answer!(exchange);
    const error = {
      code: -32_016,
      message: 'Minimum context slot has not been reached',
      data: { contextSlot: 1 },
    };
    return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, error }) };
  },
});

test('where nodes contradict each other reconcile says who says what, and one that is far behind counts for nothing', async () => {
  const place = await createInstallation();
  onTestFinished(() => place.stop());
  const brava = await place.startServer();
  const { donationLink: linkCode } = await registerStreamer(brava.url);
  const { id, walletAddress } = await call(brava.url, 'createDonation', { body: { linkCode } });
  await call(brava.url, 'sandboxPay', { body: { donationId: id } });
  await until(
    async () =>
      expect(await place.query(`select swept_at is not null as swept from donations`)).toEqual([
        { swept: true },
      ]),
    60_000,
  );
  await brava.stop();
  const reconcileBy = async (faults: readonly NodeFault[]) => {
    const urls: string[] = [];
    for (const fault of faults) {
      const node = await startFaultProxy(place.sandbox);
      onTestFinished(() => node.stop());
      node.begin(fault);
      urls.push(node.rpcUrl);
    }
    return await runBrava(['reconcile'], { ...place.environment(), SOLANA_RPC_URL: urls.join(',') });
  };
  const contradicted = await reconcileBy([{}, holding(5_000_000)]);
  expect(contradicted.code, contradicted.out).toBe(1);
  expect(contradicted.out).toMatch(
    new RegExp(
      `1 address differs:\\n  ${walletAddress} [^]*contradict each other on 1 address:\\n  ${walletAddress} +\\S+: 0 SOL, \\S+: 0.005 SOL\\n`,
    ),
  );
  place.sandbox.advance(200);
  expect(await rpcCall<number>(place.sandbox.url, 'getSlot', [{ commitment: 'confirmed' }])).toBeGreaterThan(
    150,
  );
  const behind = await reconcileBy([{}, farBehind(5_000_000)]);
  expect(behind.code, behind.out).toBe(0);
  expect(behind.out).toContain('Books and chain agree');
});
