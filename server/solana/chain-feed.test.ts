import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import type { ChainFeed } from '#server/app/chain-ports.ts';
import { createChainFeed } from './chain-feed.ts';
import type { FeedConnection, FeedConnectionEvents, FeedSource } from './feed-connection.ts';
import { pubsubSource } from './pubsub-source.ts';

interface Request {
  id: number;
  method: string;
}

let server: WebSocketServer;
let node: WebSocket;
let requests: Request[];
let resets: number;
let changes: string[];
let feed: ChainFeed;

/** A node that answers only when the test says so. */
beforeEach(async () => {
  [requests, changes, resets] = [[], [], 0];
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.on('connection', (socket) => {
    node = socket;
    socket.on('message', (data: Buffer) => requests.push(JSON.parse(data.toString()) as Request));
  });
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  feed = createChainFeed(
    { source: pubsubSource([url]), staleMs: 5000, backoffMs: { first: 10, longest: 20 } },
    { onChange: (address) => changes.push(address), onReset: () => (resets += 1) },
  );
  feed.watch('here');
  await vi.waitUntil(() => requests.some((request) => request.method === 'accountSubscribe'), 10_000);
});
afterEach(async () => {
  await feed.stop();
  server.close();
});

function answer(method: string, result: unknown): void {
  const request = requests.find((candidate) => candidate.method === method);
  node.send(JSON.stringify({ jsonrpc: '2.0', id: request?.id, result }));
}

function notify(method: string, subscription: number): void {
  const params = { subscription, result: { context: { slot: 5 }, value: {} } };
  node.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
}

/** True once the feed has read everything that was sent before: the pong comes after. */
async function isRead(): Promise<void> {
  node.ping();
  await once(node, 'pong');
}

test('the reset waits for the answer to every subscription, so that reading then closes the gap', async () => {
  answer('slotSubscribe', 1);
  notify('slotNotification', 1);
  await isRead();
  expect([resets, feed.isHealthy()]).toEqual([0, false]);
  answer('accountSubscribe', 2);
  notify('slotNotification', 1);
  await isRead();
  expect([resets, feed.isHealthy()]).toEqual([1, true]);
});

test('mangled messages end nothing, and a change of nobody is nobody’s', async () => {
  answer('accountSubscribe', 2);
  for (const text of ['', 'null', '{"method":', '[]', '{"method":"accountNotification","params":{}}']) {
    node.send(text);
  }
  notify('accountNotification', 77);
  notify('accountNotification', 2);
  await isRead();
  expect(changes).toEqual(['here']);
});

test('an address that is no longer watched when its answer comes is unsubscribed', async () => {
  feed.unwatch('here');
  answer('accountSubscribe', 2);
  await expect.poll(() => requests.at(-1)).toMatchObject({ method: 'accountUnsubscribe', params: [2] });
  notify('accountNotification', 2);
  await isRead();
  expect(changes).toEqual([]);
});

test('who was silent for too long has missed changes: a slot that comes then ends the connection', async () => {
  const close = vi.fn<FeedConnection['close']>();
  const connection = {
    isSettled: true,
    hasRefused: false,
    subscribe: () => {},
    unsubscribe: () => {},
    close,
  };
  const told: FeedConnectionEvents[] = [];
  const source: FeedSource = {
    kind: 'websocket',
    open: (_attempt, _watched, events) => {
      told.push(events);
      return connection;
    },
  };
  const late = createChainFeed({ source, staleMs: 5000 }, { onChange: () => {}, onReset: () => {} });
  told[0]?.onSlot(null);
  expect(late.isHealthy()).toBe(true);
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6000);
  // Before the watchdog had its turn.
  told[0]?.onSlot(null);
  now.mockRestore();
  expect(close).toHaveBeenCalledExactlyOnceWith('the node was silent for too long');
  await late.stop();
});

test('a node whose slots are far from those of every node that is asked is not believed to hear this chain', async () => {
  const reasons: unknown[] = [];
  const attempts: number[] = [];
  let connected: FeedConnectionEvents | undefined;
  const source: FeedSource = {
    kind: 'websocket',
    open: (attempt, _, events) => {
      attempts.push(attempt);
      connected = events;
      return {
        isSettled: true,
        hasRefused: false,
        subscribe: () => {},
        unsubscribe: () => {},
        close: (reason) => events.onClosed(reason),
      };
    },
  };
  let asked = [300_000_000n, 390_000_000n];
  const other = createChainFeed(
    {
      source,
      backoffMs: { first: 1, longest: 1 },
      slotsAsked: () => asked,
      log: { info: () => {}, warn: (detail) => reasons.push((detail as { reason: string }).reason) },
    },
    { onChange: () => {}, onReset: () => {} },
  );
  onTestFinished(() => other.stop());
  connected?.onSlot(390_090_000n);
  expect(other.isHealthy()).toBe(true);
  connected?.onSlot(420_000_000n);
  expect(other.isHealthy()).toBe(false);
  expect(reasons).toEqual([expect.stringContaining('is it on the same one?')]);
  // The next one may be; and nobody knows before any node has told.
  await expect.poll(() => attempts).toEqual([0, 1]);
  asked = [];
  connected?.onSlot(420_000_000n);
  expect(other.isHealthy()).toBe(true);
});

test('a connection that breaks off again and again is logged once for each reason, and its end once it has stood', async () => {
  const said: unknown[] = [];
  let connected: FeedConnectionEvents | undefined;
  const opened = vi.fn<() => void>();
  const source: FeedSource = {
    kind: 'websocket',
    open: (_attempt, _watched, events) => {
      connected = events;
      opened();
      return { isSettled: true, hasRefused: false, subscribe() {}, unsubscribe() {}, close() {} };
    },
  };
  const log = {
    info: (_: object, message: string) => said.push(message),
    warn: (detail: object) => said.push((detail as { reason: string }).reason),
  };
  const flapping = createChainFeed(
    { source, staleMs: 60, backoffMs: { first: 1, longest: 1 }, log },
    { onChange() {}, onReset() {} },
  );
  onTestFinished(() => flapping.stop());
  for (const [index, reason] of ['cut', 'refused', 'cut', 'refused', 'cut'].entries()) {
    await vi.waitUntil(() => opened.mock.calls.length === index + 1);
    connected?.onSlot(null);
    connected?.onClosed(reason);
  }
  expect(said).toEqual(['cut', 'refused']);
  const slots = setInterval(() => connected?.onSlot(null), 10);
  onTestFinished(() => clearInterval(slots));
  await vi.waitUntil(() => said.length > 2, 10_000);
  expect(said).toEqual(['cut', 'refused', 'Changes on the chain are heard again.']);
});
