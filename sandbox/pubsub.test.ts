import { once } from 'node:events';
import { generateKeyPairSigner, getBase58Decoder } from '@solana/kit';
import { Keypair, Transaction, TransactionInstruction } from '@solana/web3.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Sandbox, startSandbox } from './start-sandbox.ts';

type Message = {
  id?: unknown;
  result?: unknown;
  error?: unknown;
  method?: string;
  params?: { result: unknown };
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ slotMs: Number.POSITIVE_INFINITY });
});
afterAll(() => sandbox.stop());

async function open(url = sandbox.wsUrl) {
  const socket = new WebSocket(url);
  const messages: Message[] = [];
  socket.on('message', (data) => messages.push(JSON.parse((data as Buffer).toString()) as Message));
  await once(socket, 'open');
  const call = async (method: string, params: unknown[] = []): Promise<Message> => {
    const id = `${method}-${messages.length}-${Math.random()}`;
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return vi.waitFor(() => {
      const answer = messages.find((message) => message.id === id);
      if (answer === undefined) throw new Error(`no answer to ${method} yet`);
      return answer;
    }, 10_000);
  };
  const listNotified = (method: string) => messages.filter((message) => message.method === method);
  return { socket, messages, call, listNotified };
}

async function post(method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(sandbox.url, { method: 'POST', headers, body })).json();
}

async function airdrop(address: string): Promise<string> {
  return ((await post('requestAirdrop', [address, 1_000_000_000])) as { result: string }).result;
}

it('a signature is announced once per subscription, which then ends by itself', async () => {
  const { socket, call, listNotified } = await open();
  const { address } = await generateKeyPairSigner();
  const signature = await airdrop(address);
  await call('signatureSubscribe', [signature, { commitment: 'confirmed' }]);
  sandbox.advance(1);
  expect(sandbox.subscriptionCount()).toBe(1);
  sandbox.advance(1);
  await vi.waitFor(() => expect(listNotified('signatureNotification')).toHaveLength(1), 10_000);
  expect(sandbox.subscriptionCount()).toBe(0);
  expect(listNotified('signatureNotification')[0]?.params?.result).toMatchObject({ value: { err: null } });
  socket.close();
});

it('a signature that has already landed is announced at once', async () => {
  const { socket, call, listNotified } = await open();
  const signature = await airdrop((await generateKeyPairSigner()).address);
  sandbox.advance(2);
  await call('signatureSubscribe', [signature, { commitment: 'confirmed' }]);
  await vi.waitFor(() => expect(listNotified('signatureNotification')).toHaveLength(1), 10_000);
  socket.close();
});

it('who asks for it hears of a transaction when it comes in, before it lands', async () => {
  const { socket, call, listNotified } = await open();
  const payer = Keypair.generate();
  const blockhash = Keypair.generate().publicKey.toBase58();
  const transaction = new Transaction({ feePayer: payer.publicKey, blockhash, lastValidBlockHeight: 1 });
  transaction.add(new TransactionInstruction({ keys: [], programId: payer.publicKey })).sign(payer);
  const signature = getBase58Decoder().decode(transaction.signature ?? new Uint8Array());
  await call('signatureSubscribe', [signature, { enableReceivedNotification: true }]);
  const wire = transaction.serialize().toString('base64');
  await post('sendTransaction', [wire, { encoding: 'base64', skipPreflight: true }]);
  await vi.waitFor(() => expect(listNotified('signatureNotification')).toHaveLength(1), 10_000);
  expect(listNotified('signatureNotification')[0]?.params?.result).toMatchObject({
    value: 'receivedSignature',
  });
  socket.close();
});

it('each commitment is announced when the slot reaches it, with the slot it is about', async () => {
  const { socket, call, listNotified } = await open();
  const { address } = await generateKeyPairSigner();
  for (const commitment of ['processed', 'confirmed', 'finalized']) {
    await call('accountSubscribe', [address, { commitment, encoding: 'base64' }]);
  }
  await airdrop(address);
  for (const [slots, notified] of [
    [1, 1],
    [1, 2],
    [30, 2],
    [1, 3],
  ] as const) {
    sandbox.advance(slots);
    await call('slotSubscribe');
    expect(listNotified('accountNotification')).toHaveLength(notified);
  }
  socket.close();
  await vi.waitFor(() => expect(sandbox.subscriptionCount()).toBe(0), 10_000);
});

it('an unsubscribed account is silent, and its id unknown', async () => {
  const { socket, call, listNotified } = await open();
  const { address } = await generateKeyPairSigner();
  const { result } = await call('accountSubscribe', [address, { commitment: 'processed' }]);
  expect(await call('accountUnsubscribe', [result])).toMatchObject({ result: true });
  expect(await call('accountUnsubscribe', [result])).toMatchObject({
    error: { code: -32602, message: 'Invalid subscription id.' },
  });
  await airdrop(address);
  sandbox.advance(1);
  await call('slotSubscribe');
  expect(listNotified('accountNotification')).toEqual([]);
  socket.close();
});

it('no client can end the subscription of another', async () => {
  const [first, second] = [await open(), await open(sandbox.url.replace('http', 'ws'))];
  const { result } = await first.call('slotSubscribe');
  expect(await second.call('slotUnsubscribe', [result])).toMatchObject({ error: { code: -32602 } });
  expect(await first.call('slotUnsubscribe', [result])).toMatchObject({ result: true });
  first.socket.close();
  second.socket.close();
});

it('pings without an id are not answered, malformed messages and unknown methods are', async () => {
  const { socket, messages, call } = await open();
  socket.send('{"jsonrpc":"2.0","method":"ping"}');
  socket.send('{');
  expect(await call('getSlot')).toMatchObject({ error: { code: -32601 } });
  expect(await call('nothingUnsubscribe', [1])).toMatchObject({ error: { code: -32601 } });
  expect(await call('logsSubscribe', [{ mentions: ['a', 'b'] }])).toMatchObject({ error: { code: -32602 } });
  expect(messages.filter(({ id }) => id === null)).toEqual([
    { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null },
  ]);
  expect(messages).toHaveLength(4);
  socket.close();
});
