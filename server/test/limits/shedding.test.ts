import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { freePort } from '#server/test/free-port.ts';
import { readMetrics } from '#server/test/read-metrics.ts';
import { openSlowDatabase, type SlowDatabase } from '#server/test/slow-database.ts';
import {
  acknowledgeAll,
  call,
  openOverlay,
  registerStreamer,
  type TestStreamer,
  until,
} from '#server/test/test-client.ts';
import { quickPace, startTestServer, type TestServer } from '#server/test/test-server.ts';

/** Below the usual limits, so that little load is enough. */
const limits = { SHED_DATABASE_WAIT_MS: '1000', SHED_BEGUN: '8', SHED_EVENT_LOOP_MS: '60000' };
const slowMs = 100;
const clients = 12;
const streamerCount = 4;
/** Of a client that was refused. */
const pauseMs = 500;

let database: SlowDatabase;
let server: TestServer;
let streamers: TestStreamer[];
let metricsUrl: string;
beforeAll(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}`;
  server = await startTestServer({
    environment: { ...limits, METRICS_PORT: String(port), LOG_LEVEL: 'silent' },
    databaseWay: async (connectionString) => {
      database = await openSlowDatabase(connectionString);
      return database.connectionString;
    },
  });
  streamers = await Promise.all(Array.from({ length: streamerCount }, () => registerStreamer(server.url)));
});
afterAll(async () => {
  database.setDelay(0);
  await server.stop();
  await database.close();
});

interface Answer {
  status: number;
  code: string | undefined;
  retryAfter: string | null;
  tookMs: number;
}

let created = 0;
async function create(): Promise<Answer> {
  const streamer = streamers[(created += 1) % streamerCount];
  const startedAt = performance.now();
  const response = await fetch(`${server.url}/api${routes.createDonation.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ linkCode: streamer?.donationLink }),
  });
  const { code } = (await response.json()) as { code?: string };
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, code, retryAfter, tookMs: performance.now() - startedAt };
}

/** Many who create one donation after the other until it is over. */
function keepCreating(): { answers: Answer[]; stop(): Promise<void> } {
  const answers: Answer[] = [];
  const over = new AbortController();
  const client = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const answer = await create();
      answers.push(answer);
      if (answer.status === 503) await sleep(pauseMs);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  return {
    answers,
    async stop() {
      over.abort();
      await running;
    },
  };
}

const readiness = async (url = server.url) => {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, ...((await response.json()) as { shedding?: string[] }) };
};

test('with a slow database new donations are refused in words, and the one that is paid is recorded and shown', async () => {
  const [streamer] = streamers;
  const overlay = await openOverlay(server.url, streamer?.widgetCode ?? '');
  acknowledgeAll(overlay, quickPace.cardMs);
  await until(async () => expect((await readiness()).shedding).toBeUndefined(), 15_000);
  const begun = await call(server.url, 'createDonation', { body: { linkCode: streamer?.donationLink } });

  database.setDelay(slowMs);
  const crowd = keepCreating();
  const isShedding = () => crowd.answers.some(({ code }) => code === 'at_capacity');
  await until(() => expect(isShedding()).toBe(true), 15_000);
  const refusal = crowd.answers.find(({ code }) => code === 'at_capacity');
  expect(refusal).toMatchObject({ status: 503, retryAfter: '20' });
  await until(async () => expect((await readiness()).shedding).toBeDefined(), 15_000);
  expect((await readiness()).status).toBe(200);
  await until(async () => expect((await readiness(metricsUrl)).shedding).toBeDefined(), 15_000);
  await until(async () => expect((await readMetrics(metricsUrl)).get('brava_shedding')).toBe(1), 15_000);

  await payFromFaucet(server.sandbox.url, begun.walletAddress, 50_000_000);
  // Sent again until the acknowledgement is stored, which takes longer here than the quick pace waits.
  const shown = () => new Set(overlay.heard('show_donation').map(({ alertId }) => alertId));
  await until(() => expect(shown().size).toBe(1), 60_000);
  expect(await call(server.url, 'donationStatus', { params: { id: begun.id } })).toMatchObject({
    amount: 0.05,
  });
  await crowd.stop();
  expect(new Set(crowd.answers.map(({ status }) => status))).toEqual(new Set([201, 503]));

  database.setDelay(0);
  await until(async () => expect((await create()).status).toBe(201), 15_000);
  await until(async () => expect((await readMetrics(metricsUrl)).get('brava_shedding')).toBe(0), 15_000);
  expect((await readiness()).shedding).toBeUndefined();
}, 150_000);

test('with a database that stands still whoever waits is refused in time, and who comes later hears at once', async () => {
  database.setDelay(Infinity);
  const crowd = Array.from({ length: 30 }, create);
  await until(async () => expect((await readiness()).shedding).toContain('database_wait'), 10_000);
  const refused = await create();
  expect(refused).toMatchObject({ status: 503, retryAfter: '20' });
  expect(refused.tookMs).toBeLessThan(1000);
  // Also once it is no longer ready it says why it refuses.
  const away = { status: 503, shedding: expect.arrayContaining(['database_wait']) as unknown };
  await until(async () => expect(await readiness()).toMatchObject(away), 30_000);
  database.setDelay(0);
  const answers = await Promise.all(crowd);
  expect(answers.filter(({ status }) => status === 500)).toEqual([]);
  expect(answers.filter(({ code }) => code === 'at_capacity').length).toBeGreaterThanOrEqual(20);
  await until(async () => expect((await create()).status).toBe(201), 45_000);
}, 90_000);
