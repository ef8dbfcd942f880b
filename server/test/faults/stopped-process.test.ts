import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test, type TestContext, vi } from 'vitest';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { startEmbeddedPostgres } from '#server/postgres/embedded/embedded.ts';
import { query } from '#server/test/database-address.ts';
import { freePort } from '#server/test/free-port.ts';
import { call, registerStreamer, until } from '#server/test/test-client.ts';
import { auditBooks } from './audit-books.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { payFromFaucet } from './rpc-call.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { openSteadyOverlay } from './steady-overlay.ts';

/** A process counts as dead after 15 s of silence; what it held is then free. */
const takenOverWithinMs = 40_000;

/** Two servers on one database and one chain, the first behind a node that can misbehave. Everything ends with the test. */
async function startScene({ onTestFinished }: TestContext) {
  const cleanUp = new AsyncDisposableStack();
  onTestFinished(() => cleanUp.disposeAsync());
  const folder = await mkdtemp(join(tmpdir(), 'brava-stopped-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const sandbox = await startSandbox({ slotMs: 50 });
  cleanUp.defer(() => sandbox.stop());
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  cleanUp.defer(() => postgres.stop());
  const { connectionString } = postgres;
  const proxy = await startFaultProxy(sandbox);
  cleanUp.defer(() => proxy.stop());
  const startServer = async (node: { rpcUrl: string; wsUrl: string }): Promise<ServerProcess> => {
    const server = startServerProcess({
      port: await freePort(),
      environment: {
        DATABASE_URL: connectionString,
        SEED_FILE: join(folder, 'seed'),
        SOLANA_RPC_URL: node.rpcUrl,
        SOLANA_WS_URL: node.wsUrl,
        SOLANA_REQUESTS_PER_10S: '1000000',
        SOLANA_REQUESTS_PER_METHOD_PER_10S: '1000000',
      },
    });
    cleanUp.defer(async () => {
      server.signal('SIGCONT');
      await server.stop();
    });
    await server.ready;
    return server;
  };
  const first = await startServer(proxy);
  const second = await startServer({ rpcUrl: sandbox.url, wsUrl: sandbox.wsUrl });
  const db = new Client({ connectionString });
  await db.connect();
  cleanUp.defer(() => db.end());
  const paid = new Map<string, { id: string; lamports: bigint; payments: number }>();
  return {
    first,
    second,
    proxy,
    db,
    connectionString,
    overlay: (server: ServerProcess, widgetCode: string) => {
      const overlay = openSteadyOverlay(server.url, widgetCode);
      cleanUp.defer(() => overlay.close());
      return overlay;
    },
    pay: async ({ id, walletAddress }: { id: string; walletAddress: string }): Promise<void> => {
      const lamports = 3_000_000 + paid.size;
      await payFromFaucet(sandbox.url, walletAddress, lamports);
      paid.set(walletAddress, { id, lamports: BigInt(lamports), payments: 1 });
    },
    untilAllIsTransferred: async (): Promise<void> => {
      await until(async () => {
        const { rows } = await db.query(
          `select (select count(*)::int from donations where status = 'TRANSFERRED') as done,
                  (select count(*)::int from sweep_jobs) as jobs`,
        );
        expect(rows).toEqual([{ done: paid.size, jobs: 0 }]);
      }, takenOverWithinMs);
    },
    expectNothingTwice: async (): Promise<void> => {
      const { findings } = await auditBooks(connectionString, sandbox.url, paid);
      expect(findings).toEqual([]);
      const alerts = await query(
        connectionString,
        'select donation_id from alerts group by donation_id having count(*) > 1',
      );
      expect(alerts).toEqual([]);
    },
  };
}

async function donate(server: ServerProcess, linkCode: string) {
  return await call(server.url, 'createDonation', { body: { linkCode } });
}

/**
 * Has a stopped process go on, and donates there. Others have taken over, so it breaks off what it began before and its
 * connections to the database: who comes a moment sooner is told to try again, and does.
 */
async function goOnAndDonate(server: ServerProcess, linkCode: string) {
  server.signal('SIGCONT');
  return await vi.waitFor(() => donate(server, linkCode), { timeout: takenOverWithinMs, interval: 100 });
}

// Beside each other, because each waits most of the time for what a stopped process held to be free.
test.concurrent('what a stopped process watched, showed and was sweeping is taken over, and is not done again when it goes on', async (context) => {
  const scene = await startScene(context);
  const { first, second, proxy, db, overlay, pay, untilAllIsTransferred, expectNothingTwice } = scene;
  const streamer = await registerStreamer(first.url);
  overlay(first, streamer.widgetCode);
  const donations = [];
  for (let count = 0; count < 8; count += 1) donations.push(await donate(first, streamer.donationLink));
  // Half of them it is just about to sweep, with the blockhash under way, when it is stopped.
  let asked = 0;
  proxy.begin({
    answer: async ({ method, forward }) => {
      if (method !== 'getLatestBlockhash') return { status: 200, body: await forward() };
      asked += 1;
      return 'silence';
    },
  });
  second.signal('SIGSTOP');
  for (const donation of donations.slice(0, 4)) await pay(donation);
  await until(() => expect(asked).toBeGreaterThan(0));
  first.signal('SIGSTOP');
  second.signal('SIGCONT');
  for (const donation of donations.slice(4)) await pay(donation);
  const sweeping = await db.query('select donation_id from sweep_jobs where lease_until > now()');
  expect(sweeping.rowCount).toBeGreaterThan(0);
  // A lease outlasts a slow step by far. As if that time had passed.
  await db.query('update sweep_jobs set lease_until = now() where lease_until is not null');
  const successor = overlay(second, streamer.widgetCode);
  await untilAllIsTransferred();
  const shownBefore = new Map(successor.shown);
  proxy.heal();
  await pay(await goOnAndDonate(first, streamer.donationLink));
  await untilAllIsTransferred();
  await expectNothingTwice();
  for (const { id } of donations) expect(successor.shown.get(id)).toBe(shownBefore.get(id));
}, 120_000);

test.concurrent('a process that is stopped in the middle of a transaction does not keep the others waiting for good', async (context) => {
  const scene = await startScene(context);
  const { first, second, db, overlay, pay, untilAllIsTransferred, expectNothingTwice } = scene;
  const streamer = await registerStreamer(first.url);
  const donation = await donate(first, streamer.donationLink);
  overlay(second, streamer.widgetCode);
  const locker = new Client({ connectionString: scene.connectionString });
  await locker.connect();
  second.signal('SIGSTOP');
  await locker.query('begin');
  await locker.query('lock table alerts in share mode');
  await pay(donation);
  await until(async () => {
    const { rows } = await db.query(
      `select query from pg_stat_activity where wait_event_type = 'Lock' and query ilike 'insert into "alerts"%'`,
    );
    expect(rows).toHaveLength(1);
  });
  first.signal('SIGSTOP');
  await locker.query('commit');
  await locker.end();
  second.signal('SIGCONT');
  await untilAllIsTransferred();
  await pay(await goOnAndDonate(first, streamer.donationLink));
  await untilAllIsTransferred();
  await expectNothingTwice();
}, 120_000);
