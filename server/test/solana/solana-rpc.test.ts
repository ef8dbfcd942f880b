import type { Base64EncodedWireTransaction } from '@solana/kit';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Permanent, Transient } from '#server/app/outside.ts';
import { sortByNetwork } from '#server/solana/networks.ts';
import { openPost, type PostText } from '#server/solana/post-text.ts';
import {
  createRpcClient,
  type NodeAccess,
  type RpcClient,
  type RpcOptions,
} from '#server/solana/rpc-client.ts';
import { isUnknownMethod } from '#server/solana/rpc-failure.ts';
import { startSandbox, type Sandbox } from '#sandbox/start-sandbox.ts';

const deadUrl = 'http://127.0.0.1:1';
let first: Sandbox;
let second: Sandbox;

beforeAll(async () => {
  first = await startSandbox({ slotMs: 50 });
  second = await startSandbox({ slotMs: 50 });
});
afterEach(() => first.faults.clear());
afterAll(() => Promise.all([first.stop(), second.stop()]));

function open(urls: string[], options: Partial<RpcOptions> = {}) {
  return createRpcClient({
    urls,
    limits: null,
    requestTimeoutMs: 500,
    totalTimeoutMs: 600,
    random: () => 0,
    ...options,
  });
}

const slotOf = (rpc: NodeAccess['rpc']) => rpc.getSlot().send();

async function timed<T>(work: Promise<T>): Promise<{ outcome: T | Error; tookMs: number }> {
  const start = performance.now();
  const outcome = await work.catch((error: Error) => error);
  return { outcome, tookMs: performance.now() - start };
}

test('a dead node is passed over for the next one', async () => {
  const client = open([deadUrl, second.url]);
  await expect(client.rpc.getGenesisHash().send()).resolves.toBe(second.genesisHash);
  expect(client.stats.get('getGenesisHash')).toEqual({ calls: 2, errors: 1 });
});

test('while it rests a node that failed is not asked, then it is the preferred one again', async () => {
  const client = open([first.url, second.url]);
  // For the second that it names: by itself a node rests for an eighth of one.
  first.faults.failNext('rate-limited');
  await expect(client.rpc.getGenesisHash().send()).resolves.toBe(second.genesisHash);
  await expect(client.rpc.getGenesisHash().send()).resolves.toBe(second.genesisHash);
  await expect.poll(() => client.rpc.getGenesisHash().send()).toBe(first.genesisHash);
});

test('a node that is far behind is asked only while no other one can be', async () => {
  const client = open([first.url, second.url]);
  client.noteSlots([1000n, 1150n]);
  await expect(client.rpc.getGenesisHash().send()).resolves.toBe(first.genesisHash);
  client.noteSlots([1000n, 1151n]);
  expect(client.nodes()[0]).toMatchObject({ slotsBehind: 151 });
  await expect(client.rpc.getGenesisHash().send()).resolves.toBe(second.genesisHash);
  await expect(client.onOneNode((rpc) => rpc.getGenesisHash().send())).resolves.toBe(second.genesisHash);
  second.faults.failNext('server-error');
  await expect(client.rpc.getGenesisHash().send()).resolves.toBe(first.genesisHash);
  client.noteSlots([1152n, 1152n]);
  await expect(client.rpc.getGenesisHash().send()).resolves.toBe(first.genesisHash);
});

test('nodes are sorted by the network that they say, and one that is away is neither here nor there', async () => {
  const client = open([first.url, second.url, deadUrl]);
  const { here, elsewhere } = await sortByNetwork(client, second.genesisHash);
  expect([here, elsewhere]).toEqual([[client.each[1]?.name], [client.each[0]?.name]]);
  expect(client.nodes().map(({ isElsewhere }) => isElsewhere)).toEqual([true, false, false]);
  await expect(sortByNetwork(open([deadUrl]), 'any')).rejects.toThrow(Transient);
});

test('a node on another network is asked for nothing but which one that is, until it says otherwise', async () => {
  const client = open([first.url, second.url]);
  const other = client.each[0];
  other?.noteNetwork(true);
  expect(client.nodes().map(({ isElsewhere }) => isElsewhere)).toEqual([true, false]);
  await slotOf(client.rpc);
  await client.onOneNode(slotOf);
  await client.onKeptUp(slotOf);
  await client.onEachNode(slotOf);
  await expect(client.onTwoNodes(slotOf)).rejects.toThrow(Transient);
  await expect(open([first.url]).onTwoNodes(slotOf)).resolves.toEqual([]);
  expect(client.nodes()[0]?.answeredAt).toBeNull();
  await expect(other?.rpc.getGenesisHash().send()).resolves.toBe(first.genesisHash);
  other?.noteNetwork(false);
  await expect(client.onTwoNodes(slotOf)).resolves.toHaveLength(2);
});

const slotsOfTwo = (client: RpcClient) =>
  client.onTwoKeptUp((rpc, minContextSlot) =>
    rpc.getSlot({ commitment: 'confirmed', minContextSlot }).send(),
  );

test('two nodes that keep up are asked, and only one where no other one does, or answers', async () => {
  const ahead = await startSandbox({ slotMs: 50 });
  onTestFinished(() => ahead.stop());
  ahead.advance(600);
  const client = open([first.url, ahead.url]);
  expect(await slotsOfTwo(client)).toHaveLength(2);
  const newest = await slotOf(client.each[1]!.rpc);
  client.noteSlots([newest, newest]);
  const told = await slotsOfTwo(client);
  expect(told).toHaveLength(1);
  expect(told[0]).toBeGreaterThanOrEqual(newest);
  client.noteSlots([newest + 1000n, newest + 1000n]);
  expect(await slotsOfTwo(client)).toHaveLength(1);
  for (const urls of [[deadUrl, second.url], [second.url, deadUrl], [second.url]])
    expect(await slotsOfTwo(open(urls))).toHaveLength(1);
  await expect(slotsOfTwo(open([deadUrl]))).rejects.toThrow(Transient);
});

test.each(['server-error', 'unparsable', 'empty', 'hang-up', 'unhealthy', 'null-result'] as const)(
  'an answer that is %s is asked for again, and means nothing',
  async (kind) => {
    const client = open([first.url]);
    first.faults.failNext(kind);
    await expect(client.rpc.getGenesisHash().send()).resolves.toBe(first.genesisHash);
    first.faults.failNext(kind, 1000);
    const { outcome, tookMs } = await timed(client.rpc.getGenesisHash().send());
    expect(outcome).toBeInstanceOf(Transient);
    expect(tookMs).toBeLessThan(1500);
  },
);

/** How a node answers that does not have the method of a call. */
function answerUnknown(text: string): string {
  const { id } = JSON.parse(text) as { id: string };
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
}

const ask = (rpc: NodeAccess['rpc']) => rpc.getGenesisHash().send();

test('a node that does not offer a method leaves it to one that does, and is asked for others', async () => {
  const light = {
    openPost: (url: string): PostText => {
      const post = openPost(url, 10);
      return async (text, signal) => {
        const answer = await post(text, signal);
        const isLacking = url === first.url && text.includes('getGenesisHash');
        return isLacking ? { ...answer, text: answerUnknown(text) } : answer;
      };
    },
  };
  const client = open([first.url, second.url], light);
  await expect(ask(client.rpc)).resolves.toBe(second.genesisHash);
  await expect(client.onOneNode(ask)).resolves.toBe(second.genesisHash);
  // Two are not there to say it; that refuses nothing.
  await expect(client.onTwoNodes(ask)).rejects.toThrow(Transient);
  const { calls } = first;
  const before = calls['getSlot'] ?? 0;
  await client.rpc.getSlot().send();
  expect(calls['getSlot']).toBe(before + 1);
  await expect(ask(open([first.url], light).rpc)).rejects.toThrow(Permanent);
});

test('a node that answers all but what two are compared by says since when, until it answers that as well', async () => {
  let isLacking = true;
  const client = open([first.url, second.url], {
    openPost: (url): PostText => {
      const post = openPost(url, 10);
      return async (text, signal) =>
        isLacking && url === first.url && text.includes('getSlot') ? unknown(text) : await post(text, signal);
    },
  });
  const since = () => client.nodes().map(({ uncomparedSince }) => uncomparedSince);
  await client.onOneNode(ask);
  expect(since()).toEqual([null, null]);
  await slotsOfTwo(client);
  const [began] = since();
  expect([client.nodes()[0]?.failures, began]).toEqual([0, expect.any(Date)]);
  await client.onOneNode(ask);
  await slotsOfTwo(client);
  expect(since()).toEqual([began, null]);
  isLacking = false;
  await slotsOfTwo(client);
  expect(since()).toEqual([null, null]);
});

const tooMany = { status: 429, statusText: '', headers: {}, text: '' };
const unknown = (text: string) => ({ status: 200, statusText: '', headers: {}, text: answerUnknown(text) });

test.each(['first', 'last'])(
  'a node that lacks a method makes nothing final that may pass at another, which is asked %s',
  async (place) => {
    const urls = place === 'first' ? ['http://busy', 'http://light'] : ['http://light', 'http://busy'];
    const client = () =>
      open(urls, { openPost: (url) => async (text) => (url === 'http://busy' ? tooMany : unknown(text)) });
    await expect(ask(client().rpc)).rejects.toThrow(Transient);
    await expect(client().onOneNode(ask)).rejects.toThrow(Transient);
    await expect(client().onEachNode(ask)).rejects.toThrow(Transient);
  },
);

test('of what every node is told at once, the refusal of one counts before what another lacks', async () => {
  const garbage = 'AAAA' as Base64EncodedWireTransaction;
  const client = open(['http://light', first.url], {
    openPost: (url) => (url === first.url ? openPost(url, 10) : async (text) => unknown(text)),
  });
  const send = client.onEachNode((rpc) => rpc.sendTransaction(garbage, { encoding: 'base64' }).send());
  await expect(send).rejects.toSatisfy((error) => error instanceof Permanent && !isUnknownMethod(error));
});

test('a node that asks to be left alone is left alone for just that long', async () => {
  const client = open([first.url]);
  first.faults.retryAfterSeconds = 0.4;
  first.faults.failNext('rate-limited');
  const { outcome, tookMs } = await timed(client.rpc.getGenesisHash().send());
  expect(outcome).toBe(first.genesisHash);
  expect(tookMs).toBeGreaterThanOrEqual(390);
});

test('a node that asks for longer than the deadline is not asked in vain', async () => {
  const client = open([first.url]);
  first.faults.retryAfterSeconds = 30;
  first.faults.failNext('rate-limited');
  await expect(client.rpc.getSlot().send()).rejects.toThrow(Transient);
  const { outcome, tookMs } = await timed(client.rpc.getSlot().send());
  expect(outcome).toBeInstanceOf(Transient);
  expect(tookMs).toBeLessThan(100);
  expect(client.stats.get('getSlot')).toEqual({ calls: 1, errors: 1 });
});

test('a node that is slower than the deadline counts as not answering', async () => {
  first.faults.latencyMs = 5000;
  const { outcome, tookMs } = await timed(open([first.url]).rpc.getGenesisHash().send());
  expect(outcome).toBeInstanceOf(Transient);
  expect(tookMs).toBeLessThan(1500);
  await expect(open([first.url, second.url]).rpc.getGenesisHash().send()).resolves.toBe(second.genesisHash);
});

test('what a node refuses for good is asked once', async () => {
  const client = open([first.url, second.url]);
  const garbage = 'AAAA' as Base64EncodedWireTransaction;
  await expect(client.rpc.sendTransaction(garbage, { encoding: 'base64' }).send()).rejects.toThrow(Permanent);
  expect(client.stats.get('sendTransaction')).toEqual({ calls: 1, errors: 1 });
});

test('what goes over the budget of a node goes to the next, and over all of them to nobody', async () => {
  const limits = { requests: 2, perMethod: 1, windowMs: 60_000 };
  const client = createRpcClient({ urls: [first.url, second.url], limits, random: () => 0 });
  await expect(client.rpc.getGenesisHash().send()).resolves.toBe(first.genesisHash);
  await expect(client.rpc.getGenesisHash().send()).resolves.toBe(second.genesisHash);
  await expect(client.rpc.getGenesisHash().send()).rejects.toThrow(Transient);
  await client.rpc.getSlot().send();
  await client.rpc.getSlot().send();
  await expect(client.rpc.getEpochInfo().send()).rejects.toThrow(Transient);
  expect([...client.stats.values()].reduce((sum, { calls }) => sum + calls, 0)).toBe(4);
});

test('a crowd keeps to the budget, and everybody gets an answer', async () => {
  const limits = { requests: 10, perMethod: 5, windowMs: 60 };
  const client = open([first.url], { limits, totalTimeoutMs: 5000 });
  const crowd = Array.from({ length: 30 }, (_, index) =>
    client.rpc.getMinimumBalanceForRentExemption(BigInt(index)).send(),
  );
  const { tookMs } = await timed(Promise.all(crowd));
  expect(tookMs).toBeGreaterThanOrEqual(300);
});

test('work that must be told by one node is told by one, also when it has to change the node', async () => {
  const client = open([first.url, second.url]);
  const readTwice = () =>
    client.onOneNode(async (rpc) => [await rpc.getGenesisHash().send(), await rpc.getGenesisHash().send()]);
  expect(await readTwice()).toEqual([first.genesisHash, first.genesisHash]);
  first.faults.failNext('hang-up', 1000);
  expect(await readTwice()).toEqual([second.genesisHash, second.genesisHash]);
});

test('stopping ends a call that waits', async () => {
  const stopping = new AbortController();
  const client = open([deadUrl], { signal: stopping.signal, totalTimeoutMs: 60_000 });
  const call = client.rpc.getSlot().send();
  setTimeout(() => stopping.abort(), 50);
  const { outcome, tookMs } = await timed(call);
  expect(outcome).toBeInstanceOf(Transient);
  expect(tookMs).toBeLessThan(1000);
});

const askTwo = (urls: string[]) => open(urls).onTwoNodes(ask);

test('what two nodes must say is said by two different ones, by nobody where there is only one, or not at all', async () => {
  expect(await askTwo([first.url, second.url])).toEqual([first.genesisHash, second.genesisHash]);
  expect(await askTwo([deadUrl, second.url, first.url])).toEqual([second.genesisHash, first.genesisHash]);
  expect(await askTwo([first.url])).toEqual([]);
  await expect(askTwo([first.url, deadUrl])).rejects.toThrow(Transient);
});

test('calls that can wait leave a part of the budget to those that cannot', async () => {
  const limits = { requests: 10, perMethod: 10, windowMs: 60_000 };
  const client = createRpcClient({ urls: [first.url], limits });
  const countAnswers = async (rpc: typeof client.rpc) => {
    const calls = Array.from({ length: 10 }, (_, index) =>
      rpc.getMinimumBalanceForRentExemption(BigInt(index)).send(),
    );
    const outcomes = await Promise.allSettled(calls);
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  };
  expect(await countAnswers(client.patient.rpc)).toBe(6);
  expect(await countAnswers(client.rpc)).toBe(4);
});

test.each([
  { code: -32007, message: '50/second request limit reached - reduce calls per second' },
  { code: -32003, message: 'daily request limit reached' },
])(
  'a limit that a provider tells by $code, in an answer like any other, sends the call to the next node',
  async (error) => {
    const client = createRpcClient({
      urls: ['http://limited', 'http://free'],
      limits: null,
      random: () => 0,
      openPost: (url) => async (text) => {
        const { id } = JSON.parse(text) as { id: string };
        const answer = url === 'http://limited' ? { error } : { result: 7 };
        return {
          status: 200,
          statusText: 'OK',
          headers: {},
          text: JSON.stringify({ jsonrpc: '2.0', id, ...answer }),
        };
      },
    });
    await expect(client.rpc.getSlot().send()).resolves.toBe(7n);
    await expect(client.onOneNode((rpc) => rpc.getSlot().send())).resolves.toBe(7n);
    expect(client.nodes()[0]?.failures).toBeGreaterThan(0);
  },
);
