import { generateKeyPairSigner, type KeyPairSigner } from '@solana/kit';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startSandbox, type Sandbox } from '#sandbox/start-sandbox.ts';
import { Problem } from '#contract/problem.ts';
import { Transient } from '#server/app/outside.ts';
import { createPaymentChain } from '#server/solana/payment-chain.ts';
import { readTransfer } from '#server/solana/read-transfer.ts';
import { createRpcClient } from '#server/solana/rpc-client.ts';
import { type FaultProxy, startFaultProxy } from '#server/test/faults/fault-proxy.ts';
import { lamportsOn } from '#server/test/faults/rpc-call.ts';
import { freshAddress } from '#server/test/solana-fixture.ts';
import { fundedWallet, signAsBuilt, signOwn, transferOf } from '#server/test/test-wallet.ts';

let sandbox: Sandbox;
let node: FaultProxy;
let wallet: KeyPairSigner;
/** Methods that the node was asked for, in order. */
let asked: string[];
beforeAll(async () => {
  sandbox = await startSandbox({ slotMs: 80, finalizedLag: 8 });
  node = await startFaultProxy(sandbox);
  wallet = await fundedWallet(sandbox.url, 1_000_000_000);
});
afterAll(async () => {
  await node.stop();
  await sandbox.stop();
});
beforeEach(() => {
  asked = [];
  answerBut();
});

/** The node answers all calls but these, which stay silent. */
function answerBut(...silent: string[]): void {
  node.begin({
    answer: async ({ method, forward }) => {
      asked.push(method);
      return silent.includes(method) ? 'silence' : { status: 200, body: await forward() };
    },
  });
}

function open(limits: Parameters<typeof createPaymentChain>[1]['limits'] = null) {
  const signal = new AbortController().signal;
  const client = createRpcClient({
    urls: [node.rpcUrl],
    limits: null,
    requestTimeoutMs: 600,
    totalTimeoutMs: 600,
  });
  const pace = {
    answerMs: 1500,
    pausesMs: [100, 200, 200, 300, 300, 300, 500, 500, 500, 500, 500, 500, 500],
  };
  return createPaymentChain(client.patient, { limits, signal, pace });
}

async function signed(payments: ReturnType<typeof open>, destination = freshAddress()) {
  const transfer = { payer: wallet.address, destination, lamports: 2_000_000n };
  const built = await payments.build(transfer, 'donor');
  const raw = await signAsBuilt(wallet, Buffer.from(built).toString('base64'));
  return await payments.read(Buffer.from(raw, 'base64'));
}

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.catch((caught: unknown) => caught);
  return error instanceof Problem ? error.code : String(error);
};

describe('a payment', () => {
  test('costs one simulation, one sending and a few looks, and the blockhash is shared', async () => {
    const payments = open();
    const first = await signed(payments);
    const second = await signed(payments);
    expect(asked).toEqual(['getLatestBlockhash', 'simulateTransaction', 'simulateTransaction']);
    asked = [];
    expect(await payments.send(first, 'donor')).toBe('seen');
    const looks = asked.filter((method) => method === 'getSignatureStatuses');
    expect(asked).toEqual(['sendTransaction', ...looks]);
    expect(looks.length).toBeLessThanOrEqual(5);
    expect(await payments.send(second, 'donor')).toBe('seen');
  });

  test('is unknown, and not refused, when the node does not answer, and is sent again once it does', async () => {
    const payments = open();
    const transfer = await signed(payments);
    answerBut('sendTransaction', 'getSignatureStatuses');
    const state = payments.send(transfer, 'donor');
    expect(await state).toBe('unknown');
    expect(await lamportsOn(sandbox.url, transfer.destination)).toBe(0);
    answerBut();
    await vi.waitFor(
      async () => expect(await lamportsOn(sandbox.url, transfer.destination)).toBe(2_000_000),
      20_000,
    );
  });

  test('that a node took and lost is sent again', async () => {
    const payments = open();
    const transfer = await signed(payments);
    let lost = 0;
    node.begin({
      answer: async ({ method, id, forward }) => {
        if (method !== 'sendTransaction' || (lost += 1) > 1) return { status: 200, body: await forward() };
        return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, result: transfer.signature }) };
      },
    });
    const state = await payments.send(transfer, 'donor');
    expect(['seen', 'sent']).toContain(state);
    await vi.waitFor(
      async () => expect(await lamportsOn(sandbox.url, transfer.destination)).toBe(2_000_000),
      20_000,
    );
  });

  test('is not built when no node answers: that says nothing of the wallet', async () => {
    const payments = open();
    answerBut('simulateTransaction');
    const transfer = { payer: wallet.address, destination: freshAddress(), lamports: 2_000_000n };
    await expect(payments.build(transfer, 'donor')).rejects.toBeInstanceOf(Transient);
  });

  test('below what a new address must hold is refused by the chain’s own rule', async () => {
    const transfer = { payer: wallet.address, destination: freshAddress(), lamports: 1000n };
    expect(await codeOf(open().build(transfer, 'donor'))).toBe('amount_not_payable');
  });
});

describe('the nodes’ budget', () => {
  test('is never used up by one client, nor by all together', async () => {
    const payments = open({ requests: 100, perMethod: 40, windowMs: 60_000 });
    const transfer = { payer: wallet.address, destination: freshAddress(), lamports: 2_000_000n };
    const ask = async (client: string) => await codeOf(payments.build(transfer, client));
    const admitted = async (client: string) => {
      let count = 0;
      while ((await ask(client)) !== 'busy') count += 1;
      return count;
    };
    expect([await admitted('one'), await admitted('other'), await admitted('third')]).toEqual([8, 8, 0]);
  });

  test('is not touched by bytes that are on their way already', async () => {
    const payments = open({ requests: 100, perMethod: 3, windowMs: 60_000 });
    const transfer = await signed(open());
    const states = await Promise.all(Array.from({ length: 5 }, () => payments.send(transfer, 'a')));
    expect(new Set(states)).toEqual(new Set(['seen']));
    expect(asked.filter((method) => method === 'sendTransaction')).toHaveLength(1);
  });
});

describe('signed bytes', () => {
  test('say nothing any more when any byte of them is another', async () => {
    const raw = Buffer.from(
      await signOwn(sandbox.url, wallet, [transferOf(wallet, freshAddress(), 2_000_000n)]),
      'base64',
    );
    for (let at = 0; at < raw.length; at += 1) {
      const flipped = Buffer.from(raw);
      flipped.writeUInt8(flipped.readUInt8(at) ^ 0x81, at);
      expect(await codeOf(readTransfer(flipped)), `byte ${at}`).toMatch(/^payment_/);
    }
  });

  test('of any other kind are refused, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 1300 }), async (raw) => {
        expect(await codeOf(readTransfer(raw))).toMatch(/^payment_/);
      }),
    );
  });

  test('from a key that is not the first signer are refused', async () => {
    const other = await generateKeyPairSigner();
    const raw = await signOwn(sandbox.url, wallet, [transferOf(other, freshAddress(), 2_000_000n)]);
    expect(await codeOf(readTransfer(Buffer.from(raw, 'base64')))).toBe('payment_changed');
  });
});
