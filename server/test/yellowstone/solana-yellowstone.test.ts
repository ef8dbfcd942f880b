import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChainFeed } from '#server/app/chain-ports.ts';
import { Secret } from '#server/app/secret.ts';
import { type ChainFeedOptions, createChainFeed } from '#server/solana/chain-feed.ts';
import { type YellowstoneNodes, yellowstoneSource } from '#server/solana/yellowstone-source.ts';
import { freshAddress, startTestChain, type TestChain } from '#server/test/solana-fixture.ts';
import { tellSandbox } from './tell-sandbox.ts';
import { startYellowstoneServer, type YellowstoneServer } from './yellowstone-server.ts';

let chain: TestChain;
let node: YellowstoneServer;
let feed: ChainFeed;
let changes: { address: string; slot: bigint }[];
let resets: number;
let warnings: string[];
let cleanUps: (() => unknown)[];

beforeEach(async () => {
  [changes, warnings, resets] = [[], [], 0];
  chain = await startTestChain();
  cleanUps = [() => chain.stop()];
  node = await startNode();
});
afterEach(async () => {
  await feed.stop();
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

/** A node of the test's chain. */
async function startNode(options: { token?: string } = {}): Promise<YellowstoneServer> {
  const started = await startYellowstoneServer(options);
  cleanUps.push(() => started.die());
  cleanUps.push(await tellSandbox(chain.sandbox, started));
  return started;
}

function open(
  nodes: Partial<YellowstoneNodes> & Partial<YellowstoneNodes['limits']> = {},
  options: Partial<ChainFeedOptions> = {},
): void {
  const { urls = [node.url], token = null, addresses = 80_000, addressesPerFilter = 10_000 } = nodes;
  feed = createChainFeed(
    {
      source: yellowstoneSource({ urls, token, limits: { addresses, addressesPerFilter } }),
      staleMs: 600,
      backoffMs: { first: 20, longest: 100 },
      log: { info() {}, warn: (detail) => warnings.push((detail as { reason: string }).reason) },
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

/** Waits for a condition also on a machine that has much else to do. */
const eventually = <T>(read: () => T) => expect.poll(read, { interval: 5, timeout: 5000 });
const changed = (): string[] => changes.map((change) => change.address);
const asked = (): string[] =>
  Object.values(node.requests.at(-1)?.accounts ?? {}).flatMap(({ account }) => account);

async function isLive(): Promise<void> {
  await eventually(() => feed.isHealthy()).toBe(true);
}

async function expectChange(address: string): Promise<void> {
  await chain.solana.faucet.pay(address, 1_000_000n);
  await eventually(changed).toContain(address);
}

test('a change is told with its slot, whether watched before the stream stood or after', async () => {
  const [before, after] = [freshAddress(), freshAddress()];
  open();
  feed.watch(before);
  await isLive();
  expect(resets).toBe(1);
  await expectChange(before);
  feed.watch(after);
  await eventually(asked).toContain(after);
  await expectChange(after);
  expect(changes[0]?.slot).toBeGreaterThan(0n);
});

test('without an address nothing is asked for but slots: no filter would mean every account', async () => {
  open();
  await isLive();
  const address = freshAddress();
  feed.watch(address);
  await eventually(asked).toEqual([address]);
  feed.unwatch(address);
  await eventually(asked).toEqual([]);
  for (const request of node.requests) {
    expect(Object.values(request.accounts).every(({ account }) => account.length > 0)).toBe(true);
    expect([request.commitment, Object.values(request.slots)]).toEqual([1, [{ filterByCommitment: true }]]);
  }
  await chain.fund(freshAddress(), 1_000_000n);
  expect(changes).toEqual([]);
});

test('addresses that come and go at once are one request, and what left is no longer told', async () => {
  open();
  await isLive();
  const addresses = Array.from({ length: 500 }, freshAddress);
  const [left, kept] = [addresses[7]!, addresses[300]!];
  const before = node.requests.length;
  for (const address of [...addresses, kept]) feed.watch(address);
  feed.unwatch(left);
  await eventually(() => asked().length).toBe(499);
  expect(node.requests.length - before).toBe(1);
  await chain.fund(left, 1_000_000n);
  await expectChange(kept);
  expect(new Set(changed())).toEqual(new Set([kept]));
});

test('changes come on while addresses are added and removed', async () => {
  open();
  const constant = freshAddress();
  feed.watch(constant);
  await isLive();
  for (let round = 0; round < 10; round += 1) {
    const address = freshAddress();
    feed.watch(address);
    await eventually(asked).toContain(address);
    await Promise.all([expectChange(address), chain.solana.faucet.pay(constant, 1_000_000n + BigInt(round))]);
    feed.unwatch(address);
  }
  await eventually(() => changed().filter((address) => address === constant).length).toBeGreaterThan(5);
  expect(resets).toBe(1);
});

test('a node that dies and comes back is asked from the last slot on, and tells what was missed', async () => {
  const address = freshAddress();
  open();
  feed.watch(address);
  await isLive();
  node.die();
  await eventually(() => feed.isHealthy()).toBe(false);
  await chain.fund(address, 1_000_000n);
  expect(changes).toEqual([]);
  await node.revive();
  await isLive();
  expect(resets).toBe(2);
  expect(node.requests.at(-1)?.fromSlot).toBeDefined();
  await eventually(changed).toContain(address);
});

test.each([
  { gone: 'is gone', firstKept: 2n ** 60n },
  { gone: 'cannot be had at all', firstKept: null },
])('a slot that $gone is done without at once', async ({ firstKept }) => {
  const address = freshAddress();
  open({}, { backoffMs: { first: 20, longest: 20 } });
  feed.watch(address);
  await isLive();
  node.firstKept = firstKept;
  node.die();
  await node.revive();
  const before = node.requests.length;
  await eventually(() => resets).toBe(2);
  expect(node.requests.slice(before).map(({ fromSlot }) => fromSlot !== undefined)).toEqual([true, false]);
  await expectChange(address);
});

test('a stream that is open and silent counts as dead', async () => {
  const address = freshAddress();
  open();
  feed.watch(address);
  await isLive();
  node.isSilent = true;
  node.tell({ ping: {} });
  await vi.waitUntil(() => !feed.isHealthy(), { interval: 1, timeout: 10_000 });
  node.isSilent = false;
  await eventually(() => resets).toBe(2);
  await expectChange(address);
  expect(warnings).toEqual(['the node was silent for too long']);
});

test('what says nothing is nothing, and ends nothing', async () => {
  open();
  feed.watch(freshAddress());
  await isLive();
  for (const part of [{}, { account: {} }, { account: { account: {} } }, { slot: {} }, { entry: {} }])
    node.tell(part);
  node.tell({ ping: {} });
  await eventually(() => node.pongs).toBe(1);
  expect([feed.isHealthy(), changes, resets]).toEqual([true, [], 1]);
});

test('a node that asks for a sign of life gets one', async () => {
  open();
  await isLive();
  node.tell({ ping: {} });
  await eventually(() => node.pongs).toBe(1);
  expect(node.streamCount()).toBe(1);
});

test('a node that takes fewer addresses leaves the feed unhealthy, and the reason is told once', async () => {
  node.mostAddresses = 2;
  open();
  for (let count = 0; count < 3; count += 1) feed.watch(freshAddress());
  await eventually(() => node.requests.length).toBeGreaterThan(3);
  expect([feed.isHealthy(), resets]).toEqual([false, 0]);
  expect(warnings).toEqual([expect.stringContaining('only 2 allowed')]);
});

test('beyond what a node takes the newest addresses are asked for, and the feed is unhealthy', async () => {
  const [oldest, older, newest] = [freshAddress(), freshAddress(), freshAddress()];
  open({ addresses: 2 });
  await isLive();
  for (const address of [oldest, older, newest]) feed.watch(address);
  await eventually(asked).toEqual([older, newest]);
  expect(feed.isHealthy()).toBe(false);
  feed.unwatch(newest);
  await eventually(asked).toEqual([oldest, older]);
  await isLive();
});

test('a token is asked for, and a wrong one leaves the feed unhealthy', async () => {
  const guarded = await startNode({ token: 'right' });
  open({ urls: [guarded.url], token: new Secret('wrong') });
  await eventually(() => warnings).toEqual([expect.stringContaining('No valid auth token')]);
  expect([feed.isHealthy(), warnings.join().includes('wrong')]).toEqual([false, false]);
  await feed.stop();
  open({ urls: [guarded.url], token: new Secret('right') });
  await isLive();
});

test('a node that is away is left for the next one, which goes on from the same slot', async () => {
  const other = await startNode();
  const address = freshAddress();
  open({ urls: ['http://127.0.0.1:1', node.url, other.url] });
  feed.watch(address);
  await isLive();
  await expectChange(address);
  const heardTo = changes.at(-1)?.slot ?? 0n;
  node.die();
  await eventually(() => resets).toBe(2);
  const next = [...node.requests, ...other.requests].find(({ fromSlot }) => fromSlot !== undefined);
  expect(BigInt(next?.fromSlot ?? 0)).toBeGreaterThanOrEqual(heardTo - 1n);
});

test('ten thousand addresses are one stream, in as many filters as the node wants', async () => {
  const addresses = Array.from({ length: 10_000 }, freshAddress);
  open({ addressesPerFilter: 4000 }, { staleMs: 5000 });
  addresses.forEach((address) => feed.watch(address));
  await isLive();
  expect(node.streamCount()).toBe(1);
  expect(Object.values(node.requests.at(-1)?.accounts ?? {}).map(({ account }) => account.length)).toEqual([
    4000, 4000, 2000,
  ]);
  await expectChange(addresses[4321]!);
});

test('eighty thousand addresses fit into what a node reads by default', async () => {
  const addresses = Array.from({ length: 80_000 }, freshAddress);
  open({}, { staleMs: 5000 });
  addresses.forEach((address) => feed.watch(address));
  await isLive();
  expect(asked()).toHaveLength(80_000);
  await expectChange(addresses[79_000]!);
});

test('after stop nothing is left open and nothing is told', async () => {
  open();
  feed.watch(freshAddress());
  await isLive();
  await feed.stop();
  await eventually(() => node.streamCount()).toBe(0);
  expect([feed.isHealthy(), warnings]).toEqual([false, []]);
  open();
  await feed.stop();
  expect(feed.isHealthy()).toBe(false);
});
