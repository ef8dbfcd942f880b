import {
  type Address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from './start-sandbox.ts';

const ADDRESS = 'So11111111111111111111111111111111111111112';
const SIGNATURE = '5j7s6NiJS3JAkvgkoc18WVAsiSaci2pxB2A6ueCJP4tprA2TFg9wSyTLeYouxPBJEMzJinENTkpA52YStRW5Dia7';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ slotMs: Number.POSITIVE_INFINITY });
  sandbox.advance(40);
});
afterAll(() => sandbox.stop());

async function post(body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) {
  return fetch(sandbox.url, { method: 'POST', headers, body });
}

async function call(method: string, params: unknown[] = []): Promise<unknown> {
  return (await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).json();
}

async function signTransfer(): Promise<{ wire: string; blockhash: string }> {
  const payer = await generateKeyPairSigner();
  const { result } = (await call('getLatestBlockhash')) as { result: { value: { blockhash: string } } };
  const lifetime = { blockhash: result.value.blockhash, lastValidBlockHeight: 1_000n };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (draft) => setTransactionMessageFeePayerSigner(payer, draft),
    (draft) =>
      setTransactionMessageLifetimeUsingBlockhash(
        lifetime as Parameters<typeof setTransactionMessageLifetimeUsingBlockhash>[0],
        draft,
      ),
    (draft) =>
      appendTransactionMessageInstructions(
        [getTransferSolInstruction({ source: payer, destination: ADDRESS as Address, amount: lamports(1n) })],
        draft,
      ),
  );
  const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
  return { wire, blockhash: lifetime.blockhash };
}

it.each([
  ['getBalance', ['abc'], 'Invalid param: WrongSize'],
  ['getBalance', ['0'.repeat(44)], 'Invalid param: Invalid'],
  ['getBalance', [], '`params` should have at least 1 argument(s)'],
  ['getBalance', [5], 'Invalid params: invalid type: number `5`, expected a string.'],
  ['getMultipleAccounts', [Array.from({ length: 101 }, () => ADDRESS)], 'Too many inputs provided; max 100'],
  [
    'getSignatureStatuses',
    [Array.from({ length: 257 }, () => SIGNATURE)],
    'Too many inputs provided; max 256',
  ],
  ['getSignatureStatuses', [['abc']], 'Invalid param: WrongSize'],
  ['getSignaturesForAddress', [ADDRESS, { limit: 1001 }], 'Invalid limit; max 1000'],
  [
    'getSignaturesForAddress',
    [ADDRESS, { commitment: 'processed' }],
    'Method does not support commitment below `confirmed`',
  ],
  [
    'getTransaction',
    [SIGNATURE, { commitment: 'processed' }],
    'Method does not support commitment below `confirmed`',
  ],
  ['getTransaction', ['xyz'], 'Invalid param: WrongSize'],
  ['sendTransaction', ['!', { encoding: 'base64' }], 'invalid base64 encoding'],
  ['sendTransaction', ['AAAA', { encoding: 'base64' }], 'failed to deserialize'],
  [
    'sendTransaction',
    ['A'.repeat(1648), { encoding: 'base64' }],
    'too large: 1648 bytes (max: encoded/raw 1644/1232)',
  ],
  ['requestAirdrop', ['abc', 1], 'Invalid param: WrongSize'],
  ['requestAirdrop', [ADDRESS, -1], 'Invalid params: invalid type'],
])('%s(%j) is refused as invalid params', async (method, params, message) => {
  expect(await call(method, params)).toMatchObject({
    error: { code: -32602, message: expect.stringContaining(message) },
    id: 1,
  });
});

it('methods that no node knows are not found, the names of object members included', async () => {
  for (const method of ['getNothing', 'constructor', 'accountSubscribe', '__proto__']) {
    expect(await call(method)).toMatchObject({ error: { code: -32601, message: 'Method not found' } });
  }
});

it('a node that has not reached minContextSlot says where it is', async () => {
  expect(
    await call('getBalance', [ADDRESS, { commitment: 'processed', minContextSlot: 1_000 }]),
  ).toMatchObject({
    error: {
      code: -32016,
      message: 'Minimum context slot has not been reached',
      data: { contextSlot: 40 },
    },
  });
});

it('blocks that are not there yet are not available', async () => {
  for (const method of ['getBlock', 'getBlockTime']) {
    expect(await call(method, [1_000])).toMatchObject({
      error: { code: -32004, message: 'Block not available for slot 1000' },
    });
  }
});

it('a payer without an account is refused in the preflight with the whole simulation', async () => {
  const { wire } = await signTransfer();
  expect(await call('sendTransaction', [wire, { encoding: 'base64' }])).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: {
      code: -32002,
      message:
        'Transaction simulation failed: Attempt to debit an account but found no record of a prior credit.',
      data: {
        accounts: null,
        err: 'AccountNotFound',
        innerInstructions: null,
        loadedAccountsDataSize: 0,
        logs: [],
        replacementBlockhash: null,
        returnData: null,
        unitsConsumed: 0,
      },
    },
  });
});

it('a wrong signature is refused, also when a simulation is asked to check it', async () => {
  const bytes = Buffer.from((await signTransfer()).wire, 'base64');
  bytes[5] = (bytes[5] ?? 0) ^ 1;
  const refusal = { error: { code: -32003, message: 'Transaction signature verification failure' } };
  const wire = bytes.toString('base64');
  expect(await call('sendTransaction', [wire, { encoding: 'base64' }])).toMatchObject(refusal);
  const simulation = { encoding: 'base64', sigVerify: true };
  expect(await call('simulateTransaction', [wire, simulation])).toMatchObject(refusal);
});

it('a blockhash that is too new for the preflight bank is not found there', async () => {
  const { wire } = await signTransfer();
  const { result } = (await call('getLatestBlockhash', [{ commitment: 'processed' }])) as {
    result: { value: { blockhash: string } };
  };
  const valid = ['processed', 'finalized'].map(async (commitment) => {
    const answer = await call('isBlockhashValid', [result.value.blockhash, { commitment }]);
    return (answer as { result: { value: boolean } }).result.value;
  });
  expect(await Promise.all(valid)).toEqual([true, false]);
  expect(await call('sendTransaction', [wire, { encoding: 'base64' }])).toMatchObject({
    error: { code: -32002 },
  });
});

it('no transaction that anyone can send ends the node', async () => {
  const { wire } = await signTransfer();
  const original = Buffer.from(wire, 'base64');
  const variants = Array.from({ length: original.length * 2 }, (_, index) => {
    const bytes = Buffer.from(original);
    bytes[index >> 1] = index % 2 === 0 ? 0xff : (bytes[index >> 1] ?? 0) ^ 1;
    return bytes;
  });
  const unsigned = Buffer.from(original).fill(0, 1, 65);
  for (const bytes of [unsigned, Buffer.concat([original, Buffer.alloc(9)]), ...variants]) {
    const text = bytes.toString('base64');
    for (const method of ['sendTransaction', 'simulateTransaction']) {
      const answer = await call(method, [text, { encoding: 'base64', skipPreflight: true }]);
      expect(answer).not.toMatchObject({ error: { code: -32603 } });
    }
  }
  sandbox.advance(20);
  expect(await call('getHealth')).toMatchObject({ result: 'ok' });
});

it('malformed requests get a JSON-RPC error and never end the node', async () => {
  const refusals: [string, number][] = [
    ['{', -32700],
    ['', -32700],
    ['[]', -32600],
    ['5', -32600],
    ['null', -32600],
    ['{"id":1}', -32600],
    ['{"id":1,"method":"getSlot"}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"getSlot","params":{}}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"getBalance","params":[{}]}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"getBlock","params":[1,{"encoding":{}}]}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"getMultipleAccounts","params":[[null,{}]]}', -32602],
  ];
  for (const [body, code] of refusals) {
    expect([body, await (await post(body)).json()]).toMatchObject([body, { error: { code } }]);
  }
  expect(await call('getHealth')).toMatchObject({ result: 'ok' });
});

it('a batch is answered in its order, notifications in it are not', async () => {
  const batch = [
    { jsonrpc: '2.0', id: 'a', method: 'getHealth' },
    { jsonrpc: '2.0', method: 'ping' },
    { jsonrpc: '2.0', id: 'b', method: 'nothing' },
  ];
  expect(await (await post(JSON.stringify(batch))).json()).toMatchObject([
    { id: 'a', result: 'ok' },
    { id: 'b', error: { code: -32601 } },
  ]);
});

it('HTTP behaves as on a real node: CORS, content type, methods, size, health', async () => {
  const preflight = await fetch(sandbox.url, { method: 'OPTIONS' });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await fetch(sandbox.url, { method: 'PUT' })).status).toBe(405);
  expect((await post(`"${'x'.repeat(60_000)}"`)).status).toBe(413);
  expect(await (await fetch(`${sandbox.url}/health`)).text()).toBe('ok');
});
