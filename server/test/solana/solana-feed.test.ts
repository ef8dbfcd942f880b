import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import type { ChainFeed } from '#server/app/chain-ports.ts';
import { createChainFeed, type ChainFeedOptions } from '#server/solana/chain-feed.ts';
import { pubsubSource } from '#server/solana/pubsub-source.ts';
import { freshAddress, startTestChain, type TestChain } from '#server/test/solana-fixture.ts';

let chain: TestChain;
let feed: ChainFeed;
let changes: { address: string; slot: bigint }[];
let resets: number;
let slowNode: WebSocketServer | null;

beforeEach(async () => {
  chain = await startTestChain();
  changes = [];
  resets = 0;
  slowNode = null;
});
afterEach(async () => {
  await feed.stop();
  slowNode?.close();
  await chain.stop();
});

function open(options: Partial<ChainFeedOptions> = {}): void {
  feed = createChainFeed(
    {
      source: pubsubSource([chain.sandbox.wsUrl]),
      staleMs: 300,
      backoffMs: { first: 20, longest: 100 },
      ...options,
    },
    {
      onChange: (address, slot) => changes.push({ address, slot }),
      onReset: () => {
        resets += 1;
      },
    },
  );
}

async function expectChange(address: string): Promise<void> {
  await chain.solana.faucet.pay(address, 1_000_000n);
  await expect.poll(() => changes.map((change) => change.address), { interval: 10 }).toContain(address);
}

test('a change is told with its slot, whether watched before the socket stood or after', async () => {
  const [before, after] = [freshAddress(), freshAddress()];
  open();
  feed.watch(before);
  await expect.poll(() => resets).toBe(1);
  expect(feed.isHealthy()).toBe(true);
  await expectChange(before);
  feed.watch(after);
  await expectChange(after);
  expect(changes[0]?.slot).toBeGreaterThan(0n);
});

test('what is no longer watched is no longer told, and watching twice is watching once', async () => {
  const [left, kept] = [freshAddress(), freshAddress()];
  open();
  await expect.poll(() => resets).toBe(1);
  for (const address of [left, kept, kept]) feed.watch(address);
  await expectChange(left);
  feed.unwatch(left);
  await expect.poll(() => chain.sandbox.subscriptionCount()).toBe(2);
  changes = [];
  await chain.solana.faucet.pay(left, 1_000_000n);
  await expectChange(kept);
  expect(changes).toHaveLength(1);
});

test('a dropped socket comes back by itself, with everything watched and a reset', async () => {
  const address = freshAddress();
  open();
  feed.watch(address);
  await expect.poll(() => resets).toBe(1);
  chain.sandbox.faults.dropSockets();
  await expect.poll(() => feed.isHealthy(), { interval: 1 }).toBe(false);
  await expect.poll(() => resets).toBe(2);
  expect(feed.isHealthy()).toBe(true);
  await expectChange(address);
});

test('a socket that is open and silent counts as dead', async () => {
  const address = freshAddress();
  open();
  feed.watch(address);
  await expect.poll(() => resets).toBe(1);
  chain.sandbox.faults.silentSockets = true;
  await vi.waitUntil(() => !feed.isHealthy(), { interval: 1, timeout: 10_000 });
  chain.sandbox.faults.silentSockets = false;
  chain.sandbox.advance();
  await expect.poll(() => resets, { timeout: 3000 }).toBe(2);
  await expectChange(address);
});

test('a node that does not take the socket is left for the next one', async () => {
  const address = freshAddress();
  open({ source: pubsubSource(['ws://127.0.0.1:1', chain.sandbox.wsUrl]) });
  feed.watch(address);
  await expect.poll(() => resets).toBe(1);
  await expectChange(address);
});

test('a node that refuses an address leaves the feed unhealthy until that is no longer watched', async () => {
  open();
  await expect.poll(() => resets).toBe(1);
  feed.watch('no-address');
  await expect.poll(() => feed.isHealthy()).toBe(false);
  feed.unwatch('no-address');
  expect(feed.isHealthy()).toBe(true);
});

test('after stop nothing is left open and nothing is told', async () => {
  open();
  feed.watch(freshAddress());
  await expect.poll(() => resets).toBe(1);
  await feed.stop();
  await expect.poll(() => chain.sandbox.subscriptionCount()).toBe(0);
  expect(feed.isHealthy()).toBe(false);
  chain.sandbox.advance(50);
  expect(resets).toBe(1);
});

test('stopping while the socket is still being opened ends it too', async () => {
  open();
  await feed.stop();
  expect(feed.isHealthy()).toBe(false);
  expect(resets).toBe(0);
});

test('five thousand addresses on one socket are soon subscribed', async () => {
  const addresses = Array.from({ length: 5000 }, freshAddress);
  open({ staleMs: 5000 });
  addresses.forEach((address) => feed.watch(address));
  await expect.poll(() => resets, { timeout: 5000 }).toBe(1);
  await expectChange(addresses[4321]!);
});

/** Opens the feed over a node that tells of slots at once, and gives an answer every so often. Counts its connections. */
async function openOverSlowNode(answerEveryMs: number, addresses: string[]): Promise<() => number> {
  let connections = 0;
  slowNode = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(slowNode, 'listening');
  slowNode.on('connection', (socket) => {
    connections += 1;
    const asked: number[] = [];
    socket.on('message', (data: Buffer) => asked.push((JSON.parse(data.toString()) as { id: number }).id));
    const slots = setInterval(
      () => socket.send('{"method":"slotNotification","params":{"result":{"root":1}}}'),
      20,
    );
    const answers = setInterval(() => {
      const id = asked.shift();
      if (id !== undefined) socket.send(JSON.stringify({ id, result: id }));
    }, answerEveryMs);
    socket.on('close', () => [slots, answers].forEach(clearInterval));
  });
  open({ source: pubsubSource([`ws://127.0.0.1:${(slowNode.address() as AddressInfo).port}`]) });
  for (const address of addresses) feed.watch(address);
  return () => connections;
}

test('addresses that come faster than the node answers do not hold up what was watched at the start', async () => {
  const connections = await openOverSlowNode(50, [freshAddress()]);
  const coming = setInterval(() => feed.watch(freshAddress()), 10);
  onTestFinished(() => clearInterval(coming));
  await expect.poll(() => resets, { timeout: 3000 }).toBe(1);
  expect([connections(), feed.isHealthy()]).toEqual([1, true]);
});

test('a node that takes long for many addresses is waited for as long as it goes on answering', async () => {
  const connections = await openOverSlowNode(30, Array.from({ length: 60 }, freshAddress));
  await expect.poll(() => resets, { timeout: 6000 }).toBe(1);
  expect([connections(), feed.isHealthy()]).toEqual([1, true]);
});
