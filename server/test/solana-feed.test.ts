import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChainFeed } from '#server/app/chain-ports.ts';
import { createChainFeed, type ChainFeedOptions } from '#server/solana/chain-feed.ts';
import { pubsubSource } from '#server/solana/pubsub-source.ts';
import { freshAddress, startTestChain, type TestChain } from './solana-fixture.ts';

let chain: TestChain;
let feed: ChainFeed;
let changes: { address: string; slot: bigint }[];
let resets: number;

beforeEach(async () => {
  chain = await startTestChain();
  changes = [];
  resets = 0;
});
afterEach(async () => {
  await feed.stop();
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
  await vi.waitUntil(() => !feed.isHealthy(), { interval: 1 });
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
