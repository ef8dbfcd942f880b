import { once } from 'node:events';
import {
  type Signature,
  createSolanaRpc,
  generateKeyPairSigner,
  isSolanaError,
  lamports,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
} from '@solana/kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Sandbox, startSandbox } from './start-sandbox.ts';

const SOL = lamports(1_000_000_000n);
const connect = (url: string) => createSolanaRpc(url);

let sandbox: Sandbox;
let rpc: ReturnType<typeof connect>;
beforeEach(async () => {
  sandbox = await startSandbox({ slotMs: Number.POSITIVE_INFINITY });
  sandbox.advance(40);
  rpc = connect(sandbox.url);
});
afterEach(() => sandbox.stop());

async function isKnown(signature: Signature): Promise<boolean> {
  const { value } = await rpc.getSignatureStatuses([signature], { searchTransactionHistory: true }).send();
  return value[0] !== null;
}

it('429 comes as often as asked for, with Retry-After, and only for the named methods', async () => {
  sandbox.faults.failNext('rate-limited', 2, ['getSlot']);
  sandbox.faults.retryAfterSeconds = 7;
  await expect(rpc.getHealth().send()).resolves.toBe('ok');
  for (const _ of [1, 2]) {
    const error: unknown = await rpc
      .getSlot()
      .send()
      .catch((cause: unknown) => cause);
    if (!isSolanaError(error, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR)) throw error;
    expect([error.context.statusCode, error.context.headers.get('retry-after')]).toEqual([429, '7']);
  }
  await expect(rpc.getSlot().send()).resolves.toBe(39n);
});

it.each(['server-error', 'unparsable', 'empty', 'hang-up', 'unhealthy'] as const)(
  'an answer can fail as %s',
  async (kind) => {
    sandbox.faults.failNext(kind);
    await expect(rpc.getSlot().send()).rejects.toBeInstanceOf(Error);
    await expect(rpc.getSlot().send()).resolves.toBe(39n);
  },
);

it('an answer can be an empty result', async () => {
  sandbox.faults.failNext('null-result');
  await expect(rpc.getSlot().send()).resolves.toBeNull();
});

it('answers can be late', async () => {
  sandbox.faults.latencyMs = 60;
  const startedAt = performance.now();
  await rpc.getSlot().send();
  expect(performance.now() - startedAt).toBeGreaterThan(55);
});

it('a dropped send is acknowledged and never lands', async () => {
  const { address } = await generateKeyPairSigner();
  sandbox.faults.dropNextSends(1);
  const lost = await rpc.requestAirdrop(address, SOL).send();
  const kept = await rpc.requestAirdrop(address, SOL).send();
  sandbox.advance(3);
  expect([await isKnown(lost), await isKnown(kept)]).toEqual([false, true]);
});

it('a stale node answers as it would have some slots ago', async () => {
  const { address } = await generateKeyPairSigner();
  const signature = await rpc.requestAirdrop(address, SOL).send();
  sandbox.advance(50);
  const finalized = async () => (await rpc.getBalance(address, { commitment: 'finalized' }).send()).value;
  expect(await finalized()).toBe(SOL);
  sandbox.faults.staleSlots = 60;
  expect([await finalized(), await isKnown(signature)]).toEqual([0n, false]);
  expect(await rpc.getSlot({ commitment: 'processed' }).send()).toBe(30n);
  sandbox.faults.clear();
  expect([await finalized(), await isKnown(signature)]).toEqual([SOL, true]);
});

it('a pruned node has nothing of what is older, and says with what it begins', async () => {
  const { address } = await generateKeyPairSigner();
  const old = await rpc.requestAirdrop(address, SOL).send();
  sandbox.advance(50);
  const kept = await rpc.requestAirdrop(address, SOL).send();
  sandbox.advance(50);
  const history = async () =>
    (await rpc.getSignaturesForAddress(address).send()).map(({ signature }) => signature);
  const isFound = async (signature: Signature) =>
    (await rpc.getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 }).send()) !==
    null;
  const first = async () => [
    await rpc.getFirstAvailableBlock().send(),
    await rpc.minimumLedgerSlot().send(),
    (await rpc.getBlocksWithLimit(1n, 1).send())[0],
    (await rpc.getBlocks(1n).send())[0],
  ];
  expect(await first()).toEqual([0n, 0n, 1n, 1n]);
  const [keptStatus] = (await rpc.getSignatureStatuses([kept], { searchTransactionHistory: true }).send())
    .value;
  sandbox.faults.firstSlot = Number(keptStatus?.slot);
  expect(await first()).toEqual(Array.from({ length: 4 }, () => keptStatus?.slot));
  expect([await isKnown(old), await isKnown(kept)]).toEqual([false, true]);
  expect([await isFound(old), await isFound(kept)]).toEqual([false, true]);
  expect(await history()).toEqual([kept]);
  const words = 'Block 45 cleaned up, does not exist on node. First available block:';
  await expect(rpc.getBlock(45n).send()).rejects.toThrow(words);
  await expect(rpc.getBlockTime(45n).send()).rejects.toThrow(words);
  expect((await rpc.getBalance(address).send()).value).toBe(2n * SOL);
  sandbox.faults.clear();
  expect(await history()).toEqual([kept, old]);
});

it('a rolled-back slot takes its transactions and balances with it, also from the history', async () => {
  const { address } = await generateKeyPairSigner();
  const before = await rpc.requestAirdrop(address, SOL).send();
  sandbox.advance(5);
  const gone = await rpc.requestAirdrop(address, SOL).send();
  sandbox.advance(3);
  const balance = async () => (await rpc.getBalance(address, { commitment: 'confirmed' }).send()).value;
  expect([await balance(), await isKnown(gone)]).toEqual([2n * SOL, true]);
  const slot = await rpc.getSlot({ commitment: 'processed' }).send();
  expect(sandbox.faults.rollBack(4)).toBe(1);
  expect([await balance(), await isKnown(gone), await isKnown(before)]).toEqual([SOL, false, true]);
  expect(await rpc.getSignaturesForAddress(address, { commitment: 'confirmed' }).send()).toHaveLength(1);
  expect(await rpc.getSlot({ commitment: 'processed' }).send()).toBe(slot);
  const next = await rpc.requestAirdrop(address, SOL).send();
  sandbox.advance(40);
  expect([await balance(), await isKnown(next), await isKnown(gone)]).toEqual([2n * SOL, true, false]);
});

it('the transactions of a rolled-back slot can come back later', async () => {
  const { address } = await generateKeyPairSigner();
  const signature = await rpc.requestAirdrop(address, SOL).send();
  sandbox.advance(3);
  sandbox.faults.rollBack(4, 5);
  sandbox.advance(4);
  expect(await isKnown(signature)).toBe(false);
  sandbox.advance(1);
  expect(await isKnown(signature)).toBe(true);
  expect((await rpc.getBalance(address, { commitment: 'processed' }).send()).value).toBe(SOL);
});

it('a final slot cannot be rolled back', () => {
  expect(() => sandbox.faults.rollBack(33)).toThrow(RangeError);
});

it('sockets can fall silent, be cut and be refused', async () => {
  const socket = new WebSocket(sandbox.wsUrl);
  const messages: string[] = [];
  socket.on('message', (data) => messages.push((data as Buffer).toString()));
  await once(socket, 'open');
  socket.send('{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}');
  await vi.waitFor(() => expect(messages).toHaveLength(1), 10_000);
  sandbox.faults.silentSockets = true;
  sandbox.advance(5);
  sandbox.faults.silentSockets = false;
  sandbox.advance(1);
  await vi.waitFor(() => expect(messages).toHaveLength(2), 10_000);
  const closed = once(socket, 'close');
  expect(sandbox.faults.dropSockets()).toBe(1);
  await closed;
  sandbox.faults.refuseSockets = true;
  const refused = new WebSocket(sandbox.wsUrl);
  const [error] = (await once(refused, 'error')) as [Error];
  expect(error.message).toContain('503');
});
