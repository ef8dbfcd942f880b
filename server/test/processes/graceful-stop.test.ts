import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, type TestContext } from 'vitest';
import { paidStatuses } from '#contract/donation.ts';
import { findFreePorts } from '../../../bench/lib/free-ports.ts';
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts';
import { createTestDatabase, type TestDatabase } from '#server/test/database.ts';
import { query } from '#server/test/database-address.ts';
import { startFaultProxy } from '#server/test/faults/fault-proxy.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { type ServerProcess, startServerProcess } from '#server/test/faults/server-process.ts';
import { freePort } from '#server/test/free-port.ts';
import { call, registerStreamer, openOverlay, until, type TestStreamer } from '#server/test/test-client.ts';

interface Scene {
  server: ServerProcess;
  streamer: TestStreamer;
  database: TestDatabase;
  sandbox: Sandbox;
  /** One more server on the same database. */
  startAnother: () => Promise<ServerProcess>;
}

/** A server of a test's own, with a streamer. It ends with the test, whatever happened to it. */
async function start(
  { onTestFinished }: TestContext,
  environment: Record<string, string> = {},
): Promise<Scene> {
  const cleanUp = new AsyncDisposableStack();
  onTestFinished(() => cleanUp.disposeAsync());
  const folder = await mkdtemp(join(tmpdir(), 'brava-stop-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const sandbox = await startSandbox({ slotMs: 50 });
  cleanUp.defer(() => sandbox.stop());
  const database = await createTestDatabase();
  cleanUp.defer(() => database.drop());
  const startAnother = async (): Promise<ServerProcess> => {
    const server = startServerProcess({
      port: await freePort(),
      environment: {
        DATABASE_URL: database.connectionString,
        DATA_DIR: join(folder, 'data'),
        SEED_FILE: join(folder, 'seed'),
        SOLANA_RPC_URL: sandbox.url,
        SOLANA_WS_URL: sandbox.wsUrl,
        ...environment,
      },
    });
    cleanUp.defer(() => server.stop('SIGKILL'));
    await server.ready;
    return server;
  };
  const server = await startAnother();
  return { server, streamer: await registerStreamer(server.url), database, sandbox, startAnother };
}

/** A request of which the last byte has not been sent; the server has its beginning. */
async function beginDonation(
  server: ServerProcess,
  { donationLink }: TestStreamer,
): Promise<{ socket: Socket; rest: string }> {
  const body = JSON.stringify({ linkCode: donationLink, donatorName: 'Zoë' });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /api/donations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 5)}`,
  );
  // A second request has been answered: the server has certainly read the first one's beginning.
  await fetch(`${server.url}/healthz`);
  return { socket, rest: body.slice(5) };
}

test('a server that is told to end finishes what is under way, lets nobody in, and frees what it held', async (context) => {
  const { server, streamer, database } = await start(context);
  await openOverlay(server.url, streamer.widgetCode);
  const { socket, rest } = await beginDonation(server, streamer);
  server.signal('SIGTERM');
  await until(async () => {
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
  });
  socket.write(rest);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 201 .*\r\nconnection: close\r\n/is);
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(await query(database.connectionString, 'select 1 from processes')).toEqual([]);
  expect(await query(database.connectionString, 'select 1 from overlay_sockets')).toEqual([]);
  expect(server.lines.filter((line) => /"level":50|problem|did not end/.test(line))).toEqual([]);
}, 30_000);

test('one that is told to end while it starts says nothing of its own breaking off', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'brava-stop-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { server: port, sandbox } = await findFreePorts();
  const server = startServerProcess({
    port,
    environment: {
      DATA_DIR: join(folder, 'data'),
      SEED_FILE: join(folder, 'seed'),
      SANDBOX_PORT: String(sandbox),
      LOG_LEVEL: 'info',
    },
  });
  onTestFinished(() => server.stop('SIGKILL'));
  await until(async () => expect(server.lines.join('\n')).toContain('Creating the database'), 20_000);
  server.signal('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(server.lines.filter((line) => !line.startsWith('{'))).toEqual([]);
}, 60_000);

test('sockets that it closes come back by themselves', async (context) => {
  const { server, streamer } = await start(context);
  const overlay = await openOverlay(server.url, streamer.widgetCode);
  const reasons: string[] = [];
  overlay.socket.on('disconnect', (reason) => reasons.push(reason));
  await server.stop();
  await until(() => expect(reasons).toEqual(['transport close']));
  // Socket.IO gives up where the server says goodbye; a connection that was lost it opens again.
  expect(overlay.socket.active).toBe(true);
}, 30_000);

// These wait for their servers most of the time: beside each other.
test.concurrent('behind a proxy it says first that it is not ready, and serves on until the proxy can have noticed', async (context) => {
  const { server } = await start(context, { STOP_GRACE_SECONDS: '1' });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const toldAt = performance.now();
  server.signal('SIGTERM');
  await until(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(503));
  const served = await fetch(`${server.url}/api/config`);
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - toldAt).toBeGreaterThan(1000);
}, 30_000);

test.concurrent('a payment in its grace is heard by another server, which has got what it listened to', async (context) => {
  const { server, streamer, database, sandbox, startAnother } = await start(context, {
    STOP_GRACE_SECONDS: '6',
  });
  const other = await startAnother();
  const body = { linkCode: streamer.donationLink, donatorName: 'Zoë' };
  const { id, walletAddress } = await call(server.url, 'createDonation', { body });
  const [owned] = await query(
    database.connectionString,
    `update watches set next_read_at = now() + interval '1 hour' returning process_id`,
  );
  server.signal('SIGTERM');
  await until(async () => {
    const [now] = await query(database.connectionString, 'select process_id from watches');
    expect([null, owned?.['process_id']]).not.toContain(now?.['process_id']);
  });
  expect(await Promise.race([server.exited, sleep(0, 'serves')])).toBe('serves');
  await payFromFaucet(sandbox.url, walletAddress, 100_000_000);
  await until(async () => {
    const { status } = await call(other.url, 'donationStatus', { params: { id } });
    expect(paidStatuses).toContain(status);
  });
}, 60_000);

test.concurrent('its addresses are handed over at once, though a node does not answer how far it is', async (context) => {
  const sandbox = await startSandbox({ slotMs: 50 });
  context.onTestFinished(() => sandbox.stop());
  const node = await startFaultProxy(sandbox);
  context.onTestFinished(() => node.stop());
  const { server, streamer, database } = await start(context, {
    SOLANA_RPC_URL: node.rpcUrl,
    SOLANA_WS_URL: node.wsUrl,
  });
  const body = { linkCode: streamer.donationLink, donatorName: 'Zoë' };
  await call(server.url, 'createDonation', { body });
  const asked = Promise.withResolvers<void>();
  node.begin({
    answer: async ({ method, forward }) => {
      if (method !== 'getEpochInfo') return { status: 200, body: await forward() };
      asked.resolve();
      return 'silence';
    },
  });
  await asked.promise;
  server.signal('SIGTERM');
  await until(async () => {
    const owners = await query(database.connectionString, 'select process_id from watches');
    expect(owners).toEqual([{ process_id: null }]);
    // Sooner than the node is given up.
  }, 3000);
  expect(await server.exited).toEqual({ code: 0, signal: null });
}, 60_000);

test.concurrent('a second signal ends it at once', async (context) => {
  const { server, streamer } = await start(context);
  const { socket } = await beginDonation(server, streamer);
  socket.on('error', () => {});
  server.signal('SIGTERM');
  await until(async () => {
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed');
  });
  await until(async () => {
    server.signal('SIGTERM');
    expect(await Promise.race([server.exited, sleep(0)])).toEqual({ code: 1, signal: null });
  }, 3000);
  expect(server.lines.join('\n')).toContain('A second signal came');
}, 30_000);

test.concurrent('what does not finish is cut in time, and an upload is told so', async (context) => {
  const { server, streamer } = await start(context);
  const { socket: stuck } = await beginDonation(server, streamer);
  stuck.on('error', () => {});
  const upload = connect(Number(new URL(server.url).port), '127.0.0.1');
  upload.write(
    'POST /api/files/audio/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n' +
      'Content-Length: 90000\r\n\r\n--b\r\nContent-Disposition: form-data; name="audio"; filename="a.mp3"\r\n\r\nabc',
  );
  await fetch(`${server.url}/healthz`);
  const toldAt = performance.now();
  server.signal('SIGTERM');
  expect(await text(upload)).toMatch(/^HTTP\/1\.1 429 [^]*"code":"busy"/);
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - toldAt).toBeLessThan(10_000);
  expect(server.lines.join('\n')).toContain('cut off, because the server ends');
}, 30_000);
