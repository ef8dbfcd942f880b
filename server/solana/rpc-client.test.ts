import { expect, test } from 'vitest';
import { createChainReader } from './chain-reader.ts';
import { createRpcClient, type RpcOptions } from './rpc-client.ts';

const address = '11111111111111111111111111111111';
const notThereYet = (slot: number) => ({
  error: { code: -32_016, message: 'Minimum context slot has not been reached', data: { contextSlot: slot } },
});

/** Nodes that answer balances as of these slots, one after the other, and the last one for ever; null: no answer. */
function readAmong(nodes: Record<string, (number | null)[]>, options: Partial<RpcOptions> = {}) {
  const asked: Record<string, number> = {};
  const client = createRpcClient({
    urls: Object.keys(nodes).map((name) => `http://${name}`),
    limits: null,
    openPost: (url) => async (text) => {
      const { host } = new URL(url);
      const slots = nodes[host] ?? [];
      const { id, params } = JSON.parse(text) as {
        id: string;
        params: [unknown, { minContextSlot: number }];
      };
      const count = (asked[host] = (asked[host] ?? 0) + 1);
      const slot = slots[Math.min(count, slots.length) - 1] ?? null;
      if (slot === null) throw new Error('reset');
      const reply =
        params[1].minContextSlot > slot
          ? notThereYet(slot)
          : { result: { context: { slot }, value: [null] } };
      return {
        status: 200,
        statusText: 'OK',
        headers: {},
        text: JSON.stringify({ jsonrpc: '2.0', id, ...reply }),
      };
    },
    ...options,
  });
  client.noteSlots(Object.values(nodes).map(() => 10_000n));
  const read = async () => {
    const start = performance.now();
    const { slot } = await createChainReader(client).readBalances([address]);
    return { slot, tookMs: performance.now() - start };
  };
  return { asked, read };
}

test('where the node that keeps up gives no answer the one that is behind is believed at once', async () => {
  const { asked, read } = readAmong({ a: [null], b: [9000] });
  const { slot, tookMs } = await read();
  expect(slot).toBe(9000n);
  expect(tookMs).toBeLessThan(1500);
  expect(asked).toEqual({ a: expect.any(Number), b: 2 });
  expect(asked['a']).toBeLessThanOrEqual(2);
});

test('the one that is behind is believed in time where the node that keeps up is at its limit for longer', async () => {
  const limits = { requests: 100, perMethod: 2, windowMs: 60_000 };
  const { read } = readAmong({ a: [10_000], b: [9000] }, { limits, totalTimeoutMs: 1000 });
  expect([await read(), await read()].map(({ slot }) => slot)).toEqual([10_000n, 10_000n]);
  const { slot, tookMs } = await read();
  expect(slot).toBe(9000n);
  expect(tookMs).toBeLessThan(1000);
});

test('of the servers behind one address another one may have kept up', async () => {
  const { asked, read } = readAmong({ a: [9000, 9000, 10_000] });
  expect((await read()).slot).toBe(10_000n);
  expect(asked).toEqual({ a: 3 });
});

test('while no node answers those that keep up are asked again, and the one that is behind is not believed', async () => {
  const { read } = readAmong({ a: [null, null, 10_000], b: [null, 9000] });
  expect((await read()).slot).toBe(10_000n);
});

test('a reading that nobody answers takes no longer than one call', async () => {
  const { read } = readAmong({ a: [null], b: [null] }, { totalTimeoutMs: 1000 });
  const start = performance.now();
  await expect(read()).rejects.toThrow('reset');
  expect(performance.now() - start).toBeLessThan(1200);
});

test('a node tells its slot also while calls that can wait have used up their part of its budget', async () => {
  const client = createRpcClient({
    urls: ['http://a'],
    limits: { requests: 10, perMethod: 10, windowMs: 60_000 },
    totalTimeoutMs: 100,
    openPost: () => async (text) => {
      const { id } = JSON.parse(text) as { id: string };
      return {
        status: 200,
        statusText: 'OK',
        headers: {},
        text: JSON.stringify({ jsonrpc: '2.0', id, result: 7 }),
      };
    },
  });
  for (let count = 0; count < 6; count += 1) await client.patient.rpc.getSlot().send();
  await expect(client.patient.rpc.getSlot().send()).rejects.toThrow('at its limit');
  await expect(client.each[0]?.rpc.getSlot().send()).resolves.toBe(7n);
});

/** Where the blockhash ends that is given when the preferred node says so of its own, and the other one 1150. */
async function endAmong(end: number, heights: bigint[]): Promise<number> {
  const client = createRpcClient({
    urls: ['http://a', 'http://b'],
    limits: null,
    openPost: (url) => async (text) => {
      const { id } = JSON.parse(text) as { id: string };
      const value = { blockhash: address, lastValidBlockHeight: url === 'http://a' ? end : 1150 };
      const body = JSON.stringify({ jsonrpc: '2.0', id, result: { context: { slot: 20_000 }, value } });
      return { status: 200, statusText: 'OK', headers: {}, text: body };
    },
  });
  client.noteHeights(heights);
  const latest = await client.onOneNode((rpc) => rpc.getLatestBlockhash().send());
  return Number(latest.value.lastValidBlockHeight);
}

test('a blockhash that ends too soon or too late for the height that is believed is another node’s to give', async () => {
  const heights = [900n, 1000n];
  for (const end of [1020, 1150, 1300, 4000]) expect(await endAmong(end, heights)).toBe(end);
  for (const end of [960, 1019, 4001]) expect(await endAmong(end, heights)).toBe(1150);
  // No height is above its slot.
  expect(await endAmong(20_300, [])).toBe(20_300);
  expect(await endAmong(20_301, [])).toBe(1150);
});

test('for work of one node the preferred one comes last after it failed, and first again once it has answered', async () => {
  let isAway = true;
  const client = createRpcClient({
    urls: ['http://a', 'http://b'],
    limits: null,
    random: () => 0,
    openPost: (url) => async (text) => {
      if (url === 'http://a' && isAway) throw new Error('reset');
      const { id } = JSON.parse(text) as { id: string };
      const result = url === 'http://a' ? 1 : 2;
      return {
        status: 200,
        statusText: 'OK',
        headers: {},
        text: JSON.stringify({ jsonrpc: '2.0', id, result }),
      };
    },
  });
  const ask = () => client.onOneNode((rpc) => rpc.getSlot().send());
  expect(await ask()).toBe(2n);
  isAway = false;
  expect(await ask()).toBe(2n);
  await client.each[0]?.rpc.getSlot().send();
  expect(await ask()).toBe(1n);
});
