import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, query } from '#server/test/database-address.ts';
import { freePort } from '#server/test/free-port.ts';
import { alarmsOf, namesOf, readMetrics, samples } from '#server/test/read-metrics.ts';
import {
  acknowledgeAll,
  call,
  listen,
  openOverlay,
  registerStreamer,
  request,
  until,
} from '#server/test/test-client.ts';
import { quickPace, startTestServer, type TestServer } from '#server/test/test-server.ts';

let server: TestServer;
let metricsUrl: string;
beforeAll(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}`;
  server = await startTestServer({ environment: { METRICS_PORT: String(port) } });
});
afterAll(() => server.stop());

const scrape = (): Promise<Map<string, number>> => readMetrics(metricsUrl);

test('a donation leaves its times, the money that moved, and what was asked for it', async () => {
  const streamer = await registerStreamer(server.url);
  const overlay = await openOverlay(server.url, streamer.widgetCode);
  acknowledgeAll(overlay, quickPace.cardMs);
  const { id } = await call(server.url, 'createDonation', {
    body: { linkCode: streamer.donationLink, donatorName: 'Zoë', message: 'hi' },
  });
  const donor = await listen(server.url);
  donor.socket.emit('donation_connect', { id });
  await call(server.url, 'sandboxPay', { body: { donationId: id, amount: 0.02 } });
  await until(async () => {
    const { status } = await call(server.url, 'donationStatus', { params: { id } });
    expect(status).toBe('TRANSFERRED');
  });
  await request(server.url, 'login', { body: { username: streamer.username, password: 'wrong' } });

  const metrics = await scrape();
  expect(metrics.get('brava_payment_detection_seconds_count{of="sol"}')).toBe(1);
  expect(metrics.get('brava_alert_send_seconds_count')).toBe(1);
  expect(metrics.get('brava_alert_acknowledge_seconds_count')).toBe(1);
  expect(metrics.get('brava_sweep_steps_total{outcome="signed"}')).toBe(1);
  expect(metrics.get('brava_sweep_steps_total{outcome="landed"}')).toBe(1);
  expect(metrics.get('brava_refusals_total{by="http",code="wrong_credentials"}')).toBe(1);
  expect(metrics.get('brava_sockets{kind="overlay"}')).toBe(1);
  expect(metrics.get('brava_sockets{kind="donor"}')).toBe(1);
  expect(metrics.get('brava_database_up')).toBe(1);
  expect(metrics.get('brava_processes')).toBe(1);
  expect(metrics.get('brava_chain_feed_up{over="websocket"}')).toBe(1);
  expect(metrics.get('brava_database_connections{state="waiting"}')).toBe(0);
  expect(samples(metrics, 'brava_rpc_request_seconds_count').join()).toContain('node="1:127.0.0.1"');
  expect(samples(metrics, 'brava_http_request_seconds_count').join()).toContain('route="createDonation"');
  expect(samples(metrics, 'brava_node_slot_lag')).toHaveLength(1);
  expect(samples(metrics, 'brava_database_query_seconds_count').join()).toContain('failed="false"');
});

test('no label holds a path, a code, an address or a key', async () => {
  const streamer = await registerStreamer(server.url);
  await fetch(`${server.url}/donate/${streamer.donationLink}`);
  await fetch(`${server.url}/widget/${streamer.widgetCode}`);
  await fetch(`${server.url}/clips/${streamer.widgetCode}`);
  await fetch(`${server.url}/api/${streamer.widgetCode}`);
  const text = [...(await scrape()).keys()].join('\n');
  for (const secret of [
    streamer.donationLink.split('/').at(-1) ?? '',
    streamer.widgetCode,
    streamer.token,
    streamer.user.walletAddress,
  ]) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toMatch(/route="[^"]*[\w-]{30}/);
});

test('every metric that an alarm or the dashboard names is there', async () => {
  const known = new Set(await namesOf(metricsUrl));
  const { used, alarms } = await alarmsOf();
  expect(used.length).toBeGreaterThan(30);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
  expect(alarms.length).toBeGreaterThan(15);
});

describe('while the database is away', () => {
  test('a scrape still answers, says so, and tells no old figure; a process that cannot work is not ready', async () => {
    const port = await freePort();
    const other = await startTestServer({ environment: { METRICS_PORT: String(port) } });
    const own = `http://127.0.0.1:${port}`;
    try {
      expect((await readMetrics(own)).get('brava_alerts_waiting')).toBe(0);
      expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
      const [{ name: database = '' } = {}] = await query(
        other.connectionString,
        'SELECT current_database() AS name',
      );
      const admin = addressOf(other.connectionString, 'postgres');
      await query(admin, `ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
      await query(
        admin,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
      );
      await until(async () => {
        const metrics = await readMetrics(own);
        expect(metrics.get('brava_database_up')).toBe(0);
        expect(metrics.has('brava_alerts_waiting')).toBe(false);
      }, 15_000);
      await until(async () => {
        const reply = await fetch(`${other.url}/readyz`);
        expect(reply.status).toBe(503);
        const { missing } = (await reply.json()) as { missing: string[] };
        expect(missing).toContain('the database does not answer');
      });
      expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
      await query(admin, `ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
      await until(async () => expect((await fetch(`${other.url}/readyz`)).status).toBe(200), 15_000);
    } finally {
      await other.stop();
    }
  });
});

test('the port of the metrics answers nothing else, with the headers of every page', async () => {
  const health = await fetch(`${metricsUrl}/healthz`);
  expect(health.status).toBe(200);
  expect(health.headers.get('x-content-type-options')).toBe('nosniff');
  expect(health.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await fetch(`${metricsUrl}/readyz`)).status).toBe(200);
  expect((await fetch(`${metricsUrl}/api/config`)).status).toBe(404);
  expect((await fetch(`${metricsUrl}/metrics`, { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
});
