import type { KeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Problem } from '#contract/problem.ts';
import { startSandbox, type Sandbox } from '#sandbox/start-sandbox.ts';
import { createPaymentChain } from '#server/solana/payment-chain.ts';
import { createRpcClient } from '#server/solana/rpc-client.ts';
import {
  type Exchange,
  type FaultProxy,
  type Reply,
  startFaultProxy,
} from '#server/test/faults/fault-proxy.ts';
import { lamportsOn } from '#server/test/faults/rpc-call.ts';
import { freshAddress } from '#server/test/solana-fixture.ts';
import { fundedWallet, signOwn, transferOf } from '#server/test/test-wallet.ts';

let sandbox: Sandbox;
let first: FaultProxy;
let second: FaultProxy;
let wallet: KeyPairSigner;
/** Calls of each method, of both nodes. */
let asked: Map<string, number>;
beforeAll(async () => {
  sandbox = await startSandbox({ slotMs: 80, finalizedLag: 8 });
  [first, second] = [await startFaultProxy(sandbox), await startFaultProxy(sandbox)];
  wallet = await fundedWallet(sandbox.url, 1_000_000_000);
});
afterAll(async () => {
  await first.stop();
  await second.stop();
  await sandbox.stop();
});
beforeEach(() => {
  asked = new Map();
});

type Payments = ReturnType<typeof createPaymentChain>;
type Limits = Parameters<typeof createPaymentChain>[1]['limits'];

function open(
  urls: string[],
  { looks = 14, limits = null }: { looks?: number; limits?: Limits } = {},
): Payments {
  const client = createRpcClient({ urls, limits: null, requestTimeoutMs: 300, totalTimeoutMs: 2000 });
  const pace = { answerMs: 2500, pausesMs: Array.from({ length: looks }, () => 60) };
  return createPaymentChain(client.patient, { limits, signal: new AbortController().signal, pace });
}

/** What a node does with the calls that are named; the others it answers as it should. */
function behave(
  node: FaultProxy,
  answers: Partial<Record<string, (exchange: Exchange) => Reply | Promise<Reply>>>,
): void {
  node.begin({
    answer: async (exchange) => {
      asked.set(exchange.method, timesAsked(exchange.method) + 1);
      return (await answers[exchange.method]?.(exchange)) ?? { status: 200, body: await exchange.forward() };
    },
  });
}

const timesAsked = (method: string): number => asked.get(method) ?? 0;
const reply = (id: unknown, said: object): Reply => ({
  status: 200,
  body: JSON.stringify({ jsonrpc: '2.0', id, ...said }),
});
const knowsNothing = ({ id }: Exchange): Reply =>
  reply(id, { result: { context: { slot: 1 }, value: [null] } });
const refuses =
  (err: string) =>
  ({ id }: Exchange): Reply => {
    const data = { err, accounts: null, logs: [], unitsConsumed: 0, returnData: null };
    return reply(id, { error: { code: -32002, message: 'refused', data } });
  };

async function signed(payments: Payments) {
  const raw = await signOwn(sandbox.url, wallet, [transferOf(wallet, freshAddress(), 2_000_000n)]);
  return await payments.read(Buffer.from(raw, 'base64'));
}

const said = async (work: Promise<string>): Promise<string> =>
  await work.catch((error: unknown) => (error instanceof Problem ? error.code : String(error)));

/** The first node keeps the bytes and stays silent; the second lags, and refuses them. */
async function sendIntoSilence(refusal: string, payments: Payments) {
  const held: Exchange['forward'][] = [];
  behave(first, {
    sendTransaction: ({ forward }) => {
      held.push(forward);
      return 'silence';
    },
    getSignatureStatuses: () => ({ status: 503, body: '' }),
  });
  behave(second, { sendTransaction: refuses(refusal), getSignatureStatuses: knowsNothing });
  const transfer = await signed(payments);
  const state = await said(payments.send(transfer, 'donor'));
  expect(held.length).toBeGreaterThan(0);
  return { state, transfer, held };
}

describe('what a node took without a word', () => {
  test.each(['BlockhashNotFound', 'AccountNotFound'])(
    'is never said to be unpaid by the node that was asked next (%s)',
    async (refusal) => {
      const payments = open([first.rpcUrl, second.rpcUrl]);
      const { state, transfer, held } = await sendIntoSilence(refusal, payments);
      expect(state).toBe('unknown');
      await held[0]?.();
      await expect.poll(() => lamportsOn(sandbox.url, transfer.destination)).toBe(2_000_000);
    },
  );

  test('is not said to be unpaid later either, when the same bytes come again', async () => {
    const payments = open([first.rpcUrl, second.rpcUrl], { looks: 0 });
    const { state, transfer } = await sendIntoSilence('BlockhashNotFound', payments);
    expect(state).toBe('unknown');
    behave(first, { sendTransaction: refuses('AccountNotFound') });
    expect(await said(payments.send(transfer, 'donor'))).toBe('unknown');
  });

  test('is never said to be unpaid by the same node either, when it is asked once more', async () => {
    const payments = open([first.rpcUrl]);
    behave(first, {
      sendTransaction: (exchange) =>
        timesAsked('sendTransaction') === 1 ? 'silence' : refuses('BlockhashNotFound')(exchange),
      getSignatureStatuses: knowsNothing,
    });
    expect(await said(payments.send(await signed(payments), 'donor'))).toBe('unknown');
    expect(timesAsked('sendTransaction')).toBeGreaterThan(1);
  });

  test('is refused all the same when every node refused it', async () => {
    const payments = open([first.rpcUrl, second.rpcUrl]);
    for (const node of [first, second]) behave(node, { sendTransaction: refuses('BlockhashNotFound') });
    expect(await said(payments.send(await signed(payments), 'donor'))).toBe('payment_expired');
  });
});

describe('a transfer that a node took and lost', () => {
  test('is not sent again once the chain refuses it', async () => {
    const payments = open([first.rpcUrl]);
    const transfer = await signed(payments);
    behave(first, {
      sendTransaction: (exchange) =>
        timesAsked('sendTransaction') === 1
          ? reply(exchange.id, { result: transfer.signature })
          : refuses('AccountNotFound')(exchange),
      getSignatureStatuses: knowsNothing,
    });
    expect(await said(payments.send(transfer, 'donor'))).toBe('sent');
    expect(timesAsked('sendTransaction')).toBe(2);
  });

  test('is sent again only as often as the budget of its sender lets it', async () => {
    const payments = open([first.rpcUrl], { limits: { requests: 100, perMethod: 10, windowMs: 60_000 } });
    const transfer = await signed(payments);
    behave(first, {
      sendTransaction: ({ id }) => reply(id, { result: transfer.signature }),
      getSignatureStatuses: knowsNothing,
    });
    expect(await said(payments.send(transfer, 'donor'))).toBe('sent');
    expect(timesAsked('getSignatureStatuses')).toBe(14);
    expect(timesAsked('sendTransaction')).toBe(2);
  });
});
