import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#server/test/free-port.ts';
import { readMetrics } from '#server/test/read-metrics.ts';
import {
  acknowledgeAll,
  call,
  cardsOf,
  openOverlay,
  registerStreamer,
  type TestStreamer,
  until,
} from '#server/test/test-client.ts';
import { quickPace, startTestServer, type TestServer } from '#server/test/test-server.ts';
import { tellSandbox } from './tell-sandbox.ts';
import { startYellowstoneServer, type YellowstoneServer } from './yellowstone-server.ts';

/** As soon as the stream tells of it; certain reading alone takes up to 5 s. */
const withinMs = 5000;

let node: YellowstoneServer;
let server: TestServer;
let metricsPort: number;
let stopTelling: () => void;
let streamer: TestStreamer;

beforeAll(async () => {
  node = await startYellowstoneServer({ token: 'hush' });
  metricsPort = await freePort();
  server = await startTestServer({
    environment: {
      SOLANA_RPC_URL: 'http://127.0.0.1:1',
      SOLANA_WS_URL: 'ws://127.0.0.1:1',
      YELLOWSTONE_URL: node.url,
      YELLOWSTONE_TOKEN: 'hush',
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'silent',
    },
  });
  stopTelling = await tellSandbox(server.sandbox, node);
  streamer = await registerStreamer(server.url);
  await vi.waitUntil(async () => (await isFeedUp()) === 1, 10_000);
});
afterAll(async () => {
  stopTelling();
  await server.stop();
  node.die();
});

async function isFeedUp(): Promise<number | undefined> {
  const metrics = await readMetrics(`http://127.0.0.1:${metricsPort}`);
  return metrics.get('brava_chain_feed_up{over="yellowstone"}');
}

const isAsked = (address: string): boolean =>
  Object.values(node.requests.at(-1)?.accounts ?? {}).some(({ account }) => account.includes(address));
const create = () => call(server.url, 'createDonation', { body: { linkCode: streamer.donationLink } });
const pay = (donationId: string) => call(server.url, 'sandboxPay', { body: { donationId, amount: 0.02 } });
const statusOf = async (id: string) => (await call(server.url, 'donationStatus', { params: { id } })).status;

test('a payment that only the stream tells of is shown, before anybody reads, and passed on', async () => {
  const overlay = await openOverlay(server.url, streamer.widgetCode);
  acknowledgeAll(overlay, quickPace.cardMs);
  const { id, walletAddress } = await create();
  const createdAt = performance.now();
  await until(() => expect(isAsked(walletAddress)).toBe(true));
  await pay(id);
  await until(() => expect(cardsOf(overlay).map((card) => card.id)).toEqual([id]));
  expect(performance.now() - createdAt).toBeLessThan(withinMs);
  await until(async () => expect(await statusOf(id)).toBe('TRANSFERRED'));
  expect(server.sandbox.calls['accountSubscribe']).toBeUndefined();
});

test('what is paid while the node is away is found by reading, and by the stream once it is back', async () => {
  const [read, heard] = [await create(), await create()];
  node.die();
  await until(async () => expect(await isFeedUp()).toBe(0));
  await pay(read.id);
  await until(async () => expect(['RECEIVED', 'TRANSFERRED']).toContain(await statusOf(read.id)), 15_000);
  await pay(heard.id);
  await node.revive();
  await until(async () => expect(await isFeedUp()).toBe(1));
  await until(async () => expect(['RECEIVED', 'TRANSFERRED']).toContain(await statusOf(heard.id)));
});
