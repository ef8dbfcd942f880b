import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/postgres/embedded.ts';
import { query } from '#server/test/database-address.ts';
import { call, registerStreamer, until } from '#server/test/test-client.ts';
import { auditBooks } from './audit-books.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { payFromFaucet } from './rpc-call.ts';
import { freePort, type ServerProcess, startServerProcess } from './server-process.ts';
import { openSteadyOverlay, type SteadyOverlay } from './steady-overlay.ts';

/** A process counts as dead after 15 s of silence; what it held is then free. */
const takenOverWithinMs = 40_000;

let folder: string;
let sandbox: Sandbox;
let postgres: EmbeddedPostgres;
let proxy: FaultProxy;
let first: ServerProcess;
let second: ServerProcess;
let db: Client;
const overlays: SteadyOverlay[] = [];
const paid = new Map<string, { id: string; lamports: bigint; payments: number }>();

async function startServer(node: { rpcUrl: string; wsUrl: string }): Promise<ServerProcess> {
  const server = startServerProcess({
    port: await freePort(),
    environment: {
      DATABASE_URL: postgres.connectionString,
      SEED_FILE: join(folder, 'seed'),
      SOLANA_RPC_URL: node.rpcUrl,
      SOLANA_WS_URL: node.wsUrl,
      SOLANA_REQUESTS_PER_10S: '1000000',
      SOLANA_REQUESTS_PER_METHOD_PER_10S: '1000000',
    },
  });
  await server.ready;
  return server;
}

/** The database is one of its own: a stopped transaction holds events back in the whole cluster. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brava-stopped-'));
  sandbox = await startSandbox({ slotMs: 50 });
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') });
  proxy = await startFaultProxy(sandbox);
  first = await startServer(proxy);
  second = await startServer({ rpcUrl: sandbox.url, wsUrl: sandbox.wsUrl });
  db = new Client({ connectionString: postgres.connectionString });
  await db.connect();
});
afterAll(async () => {
  for (const overlay of overlays) overlay.close();
  for (const server of [first, second]) {
    server?.signal('SIGCONT');
    await server?.stop();
  }
  await db?.end();
  await proxy?.stop();
  await postgres?.stop();
  await sandbox?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function donate(server: ServerProcess, linkCode: string) {
  return await call(server.url, 'createDonation', { body: { linkCode } });
}

async function pay({ id, walletAddress }: { id: string; walletAddress: string }): Promise<void> {
  const lamports = 3_000_000 + paid.size;
  await payFromFaucet(sandbox.url, walletAddress, lamports);
  paid.set(walletAddress, { id, lamports: BigInt(lamports), payments: 1 });
}

async function untilAllIsTransferred(): Promise<void> {
  await until(async () => {
    const { rows } = await db.query(
      `select (select count(*)::int from donations where status = 'TRANSFERRED') as done,
              (select count(*)::int from sweep_jobs) as jobs`,
    );
    expect(rows).toEqual([{ done: paid.size, jobs: 0 }]);
  }, takenOverWithinMs);
}

async function expectNothingTwice(): Promise<void> {
  const { findings } = await auditBooks(postgres.connectionString, sandbox.url, paid);
  expect(findings).toEqual([]);
  const alerts = await query(
    postgres.connectionString,
    'select donation_id from alerts group by donation_id having count(*) > 1',
  );
  expect(alerts).toEqual([]);
}

test('what a stopped process watched, showed and was sweeping is taken over, and is not done again when it goes on', async () => {
  const streamer = await registerStreamer(first.url);
  overlays.push(openSteadyOverlay(first.url, streamer.widgetCode));
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
  const successor = openSteadyOverlay(second.url, streamer.widgetCode);
  overlays.push(successor);
  await untilAllIsTransferred();
  const shownBefore = new Map(successor.shown);
  proxy.heal();
  first.signal('SIGCONT');
  await pay(await donate(first, streamer.donationLink));
  await untilAllIsTransferred();
  await expectNothingTwice();
  for (const { id } of donations) expect(successor.shown.get(id)).toBe(shownBefore.get(id));
}, 90_000);

test('a process that is stopped in the middle of a transaction does not keep the others waiting for good', async () => {
  const streamer = await registerStreamer(first.url);
  const donation = await donate(first, streamer.donationLink);
  overlays.push(openSteadyOverlay(second.url, streamer.widgetCode));
  const locker = new Client({ connectionString: postgres.connectionString });
  await locker.connect();
  second.signal('SIGSTOP');
  await locker.query('begin');
  await locker.query('lock table alerts in access exclusive mode');
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
  first.signal('SIGCONT');
  await pay(await donate(first, streamer.donationLink));
  await untilAllIsTransferred();
  await expectNothingTwice();
}, 90_000);
