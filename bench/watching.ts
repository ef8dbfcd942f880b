import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { getBase58Decoder } from '@solana/kit';
import { Client } from 'pg';
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts';
import { call } from './lib/call.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { countPollingLoops } from './lib/polling-loop.ts';
import { markdownTable } from './lib/markdown.ts';
import { registerStreamers } from './lib/register-streamers.ts';
import { startServer } from './lib/start-server.ts';

const sizes = [100, 1000, 10_000, 100_000];
const goal = { open: 1000, callsPerMinute: 0.05 };
/** Every address has had its turn once since the state of the socket changed. */
const warmUpMs = 32_000;
const windowMs = 60_000;
const payments = 10;
const paymentEveryMs = 2000;
const insertedAtOnce = 10_000;
const ready = { everyMs: 200, timeoutMs: 120_000 };
const unlimited = '1000000';
/** Messages of the socket, and the donors' own payments. */
const notWatching = /ubscribe$|^requestAirdrop$/;

type Calls = Record<string, number>;

/** Calls per open donation and minute in one window. */
interface Watching {
  open: number;
  healthy: number;
  dead: number;
  subscribes: number;
}

/** What watching open donations costs, with the socket and without it, beside a loop for each; and what a payment costs. */
export async function measureWatching(context: FigureContext): Promise<Outcome> {
  const rows: Watching[] = [];
  for (const open of sizes) {
    rows.push(await watch(context, open));
    console.log(`  ${open} open: ${JSON.stringify(rows.at(-1))}`);
  }
  const paymentCalls = await countPaymentCalls(context);
  await using loopCleanUp = new AsyncDisposableStack();
  const loopSandbox = await startSandbox();
  loopCleanUp.defer(() => loopSandbox.stop());
  const perLoop = await countPollingLoops(loopSandbox);
  return report(rows, paymentCalls, perLoop);
}

/** A server of its own for each size, on a sandbox in this process, whose calls can be counted. */
async function startWatching(context: FigureContext, cleanUp: AsyncDisposableStack) {
  const sandbox = await startSandbox();
  cleanUp.defer(() => sandbox.stop());
  const server = await startServer(
    { ...context, cleanUp },
    {
      SOLANA_RPC_URL: sandbox.url,
      SOLANA_WS_URL: sandbox.wsUrl,
      SOLANA_REQUESTS_PER_10S: unlimited,
      SOLANA_REQUESTS_PER_METHOD_PER_10S: unlimited,
      LOG_LEVEL: 'error',
    },
  );
  const db = new Client({ connectionString: server.databaseUrl('brava') });
  await db.connect();
  cleanUp.defer(() => db.end());
  return { sandbox, server, db };
}

async function watch(context: FigureContext, open: number): Promise<Watching> {
  await using cleanUp = new AsyncDisposableStack();
  const { sandbox, server, db } = await startWatching(context, cleanUp);
  await registerStreamers(server.url, 1);
  await openDonations(db, open);
  // One more subscription: the slots.
  await waitUntil(() => sandbox.subscriptionCount() === open + 1);
  const subscribes = sandbox.calls['accountSubscribe'] ?? 0;
  const healthy = await countWindow(sandbox);
  sandbox.faults.refuseSockets = true;
  sandbox.faults.dropSockets();
  const dead = await countWindow(sandbox);
  const perMinute = (calls: Calls): number => sum(calls) / open / (windowMs / 60_000);
  return { open, healthy: perMinute(healthy), dead: perMinute(dead), subscribes: subscribes / open };
}

async function countWindow(sandbox: Sandbox): Promise<Calls> {
  await sleep(warmUpMs);
  const before = { ...sandbox.calls };
  await sleep(windowMs);
  return httpCallsSince(before, sandbox.calls);
}

/** Open donations as if they had been created evenly over the last half minute; nobody pays them. */
async function openDonations(db: Client, count: number): Promise<void> {
  const base58 = getBase58Decoder();
  for (let start = 0; start < count; start += insertedAtOnce) {
    const size = Math.min(insertedAtOnce, count - start);
    const addresses = Array.from({ length: size }, () => base58.decode(randomBytes(32)));
    await db.query(
      `with created as (
         insert into donations (user_id, donator_name, message, address, key_user, key_epoch, key_index,
                                min_lamports, created_at, expires_at)
         select u.id, 'Bench', '', a.address, u.key_user, u.key_epoch, 1000000 + $2 + a.place, 2000000,
                now(), now() + interval '1 hour'
         from (select * from users limit 1) u, unnest($1::text[]) with ordinality a(address, place)
         returning id, address)
       insert into watches (donation_id, address, next_read_at)
       select id, address, now() + random() * interval '30 seconds' from created`,
      [addresses, start],
    );
  }
  await db.query(`select pg_notify('brava_hint', 'watch')`);
}

/** Calls per payment by method, from the payment to the end of its sweep; the clock's own readings are taken off. */
async function countPaymentCalls(context: FigureContext): Promise<Calls> {
  await using cleanUp = new AsyncDisposableStack();
  const { sandbox, server, db } = await startWatching(context, cleanUp);
  const [streamer] = await registerStreamers(server.url, 1);
  const created = await Promise.all(
    Array.from({ length: payments }, () =>
      call(server.url, 'createDonation', { body: { linkCode: streamer?.donationCode } }),
    ),
  );
  await waitUntil(() => sandbox.subscriptionCount() === payments + 1);
  const before = { ...sandbox.calls };
  for (const { walletAddress } of created) {
    await requestAirdrop(sandbox, walletAddress);
    await sleep(paymentEveryMs);
  }
  await waitUntil(async () => {
    const { rows } = await db.query('select count(*)::int as left from donations where swept_at is null');
    return (rows[0] as { left: number }).left === 0;
  });
  await sleep(paymentEveryMs);
  const calls = httpCallsSince(before, sandbox.calls);
  return Object.fromEntries(Object.entries(calls).map(([method, count]) => [method, count / payments]));
}

async function requestAirdrop(sandbox: Sandbox, address: string): Promise<void> {
  await fetch(sandbox.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [address, 5_000_000] }),
  });
}

function httpCallsSince(before: Calls, after: Calls): Calls {
  const counts = Object.entries(after).map(
    ([method, count]) => [method, count - (before[method] ?? 0)] as const,
  );
  return Object.fromEntries(counts.filter(([method, count]) => !notWatching.test(method) && count > 0));
}

function sum(calls: Calls): number {
  return Object.values(calls).reduce((total, count) => total + count, 0);
}

async function waitUntil(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + ready.timeoutMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('The bench waited two minutes for the server.');
    await sleep(ready.everyMs);
  }
}

function report(rows: readonly Watching[], paymentCalls: Calls, perLoop: number): Outcome {
  const atGoal = rows.find(({ open }) => open === goal.open)?.healthy ?? Infinity;
  const slotsPerMinute = 60_000 / 400;
  return {
    title: 'Watching open donations',
    goals: [
      {
        what: `≤ ${goal.callsPerMinute} HTTP calls per unpaid donation and minute at ${goal.open} open, socket healthy`,
        measured: atGoal.toFixed(3),
        isMet: atGoal <= goal.callsPerMinute,
      },
    ],
    body: [
      'HTTP calls per open, unpaid donation and minute:',
      markdownTable(
        [
          'open donations',
          'socket healthy',
          'socket dead',
          'loop of `@solana/pay`',
          'subscription messages, once',
        ],
        rows.map(({ open, healthy, dead, subscribes }) => [
          open,
          healthy.toFixed(3),
          dead.toFixed(3),
          perLoop.toFixed(0),
          subscribes.toFixed(2),
        ]),
      ),
      `Over the socket come ${slotsPerMinute} slot messages a minute in all, however many donations are open; each donation is ` +
        'subscribed once, and unsubscribed once when its time is over.',
      `What one payment costs on top, until its sweep is final: ${sum(paymentCalls).toFixed(1)} HTTP calls.`,
      markdownTable(
        ['method', 'calls per payment'],
        Object.entries(paymentCalls)
          .toSorted((a, b) => b[1] - a[1])
          .map(([method, count]) => [method, count.toFixed(1)]),
      ),
      `Counted by the sandbox chain (400 ms slots, no limit on calls) that the server has as its node, over ${windowMs / 1000} s ` +
        'each, after a warm-up in which every address was read once. The open donations are rows put into the database with ' +
        'random addresses, due evenly over half a minute as those of real donors are; with the socket dead the node refuses ' +
        'WebSockets, and every address is to be read every 5 s (0.12 calls a minute): less means that the reader, one batch ' +
        'after the other, does not come round in time. The loop is the one that the documentation of `@solana/pay` shows (`findReference` every 250 ms, one ' +
        '`getSignaturesForAddress` each), written here because the package wants another major of the Solana libraries; it was ' +
        `measured on the same sandbox with 20 donations, and grows by as much with each. The ${payments} payments came ${paymentEveryMs / 1000} s apart; ` +
        'payments at once share the calls that follow their finality.',
    ].join('\n\n'),
  };
}
