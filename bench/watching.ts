import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startSandbox } from '#sandbox/start-sandbox.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { call } from './lib/call.ts';
import { donorAddress } from './lib/donor-address.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { barChart, markdownTable } from './lib/markdown.ts';
import { openDonations } from './lib/open-donations.ts';
import { countPaygridLoop, countPollingLoops } from './lib/polling-loop.ts';
import { registerStreamers } from './lib/register-streamers.ts';
import { startServer } from './lib/start-server.ts';

/** Open donations, and the calls for each and minute that are the goal. */
const goals: readonly { open: number; most: number }[] = [
  { open: 100, most: 0.5 },
  { open: 1000, most: 0.05 },
  { open: 10_000, most: 0.05 },
];
const leastTimesFewer = 100;
const lifeMs = 600_000;
/** For trying it out, with `--addresses`: one size only, and no whole life of it. */
const shortCountMs = 120_000;
/** From the end of a donation's time until its expiry is stated. */
const graceMs = 63_000;
/** Every address has had its turn once since the state of the socket changed. */
const warmUpMs = 32_000;
const deadWindowMs = 60_000;
const payments = 10;
const paymentEveryMs = 2000;
/** Addresses past their expiry are read every minute for a day, so many with one call (architecture: 'Watching'). */
const minutesOfADay = 1440;
const addressesACall = 100;
const ready = { everyMs: 200, timeoutMs: 180_000 };
const unlimited = '1000000';
/** Messages of the socket, and the donors' own payments. */
const notWatching = /ubscribe$|^requestAirdrop$/;

type Calls = Record<string, number>;

/** Calls per open donation and minute. */
interface Watching {
  open: number;
  healthy: number;
  byMethod: Calls;
  dead: number;
  subscribes: number;
}

/** What watching open donations costs over their whole life, beside two loops; and what a payment costs. */
export async function measureWatching(context: FigureContext): Promise<Outcome> {
  const countedMs = context.size === null ? lifeMs : shortCountMs;
  const sizes = context.size === null ? goals.map(({ open }) => open) : [context.size.addresses];
  const rows = await Promise.all(sizes.map((open) => watch(context, open, countedMs)));
  const paymentCalls = await countPaymentCalls(context);
  await using loopCleanUp = new AsyncDisposableStack();
  const loopSandbox = await startSandbox();
  loopCleanUp.defer(() => loopSandbox.stop());
  const perLoop = await countPollingLoops(loopSandbox);
  const perPaygrid = await countPaygridLoop(loopSandbox);
  return report({ rows, paymentCalls, perLoop, perPaygrid, countedMs });
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
      TRUST_PROXY: '127.0.0.1',
      OPEN_DONATIONS_PER_LINK: unlimited,
      LIMIT_CREATE_DONATION: `all=${unlimited}/1h`,
      LOG_LEVEL: 'error',
    },
  );
  const db = new Client({ connectionString: server.databaseUrl('brava') });
  await db.connect();
  cleanUp.defer(() => db.end());
  return { sandbox, server, db };
}

/** As many donations come as go, so that all of a life is in every moment of one. */
async function watch(context: FigureContext, open: number, countedMs: number): Promise<Watching> {
  await using cleanUp = new AsyncDisposableStack();
  const { sandbox, server, db } = await startWatching(context, cleanUp);
  const [streamer] = await registerStreamers(server.url, 1);
  const create = (durationMs: number) =>
    createFor({ url: server.url, linkCode: streamer?.donationCode, perMs: open / lifeMs, durationMs });
  const ageMs = lifeMs + graceMs;
  const planted = Math.round((open * ageMs) / lifeMs);
  await openDonations(db, { count: planted, ageMs, lifeMs });
  await waitUntil(() => (sandbox.calls['accountSubscribe'] ?? 0) >= open);
  await create(warmUpMs);
  const before = { ...sandbox.calls };
  await create(countedMs);
  const healthy = httpCallsSince(before, sandbox.calls);
  const subscribed = (sandbox.calls['accountSubscribe'] ?? 0) - (before['accountSubscribe'] ?? 0);
  console.log(`  ${open} open: ${JSON.stringify(healthy)}`);
  sandbox.faults.refuseSockets = true;
  sandbox.faults.dropSockets();
  await create(warmUpMs);
  const beforeDead = { ...sandbox.calls };
  await create(deadWindowMs);
  const dead = sum(httpCallsSince(beforeDead, sandbox.calls));
  const minutes = countedMs / 60_000;
  return {
    open,
    healthy: sum(healthy) / open / minutes,
    byMethod: Object.fromEntries(
      Object.entries(healthy).map(([method, count]) => [method, count / open / minutes]),
    ),
    dead: dead / open / (deadWindowMs / 60_000),
    subscribes: (subscribed / open) * (lifeMs / countedMs),
  };
}

let nextDonor = 0;

/** Has donations come in evenly, each from another donor. */
async function createFor({
  url,
  linkCode,
  perMs,
  durationMs,
}: {
  url: string;
  linkCode: string | undefined;
  perMs: number;
  durationMs: number;
}): Promise<void> {
  const startedAt = performance.now();
  const created: Promise<unknown>[] = [];
  for (let index = 0; index < perMs * durationMs; index += 1) {
    await sleep(Math.max(0, startedAt + index / perMs - performance.now()));
    created.push(call(url, 'createDonation', { body: { linkCode }, from: donorAddress(nextDonor++) }));
  }
  await Promise.all(created);
  await sleep(Math.max(0, startedAt + durationMs - performance.now()));
}

/** Calls per payment by method, from the payment to the end of its sweep. */
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
    await payFromFaucet(sandbox.url, walletAddress, 5_000_000);
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
    if (performance.now() > deadline) throw new Error('The bench waited three minutes for the server.');
    await sleep(ready.everyMs);
  }
}

interface Measured {
  rows: Watching[];
  paymentCalls: Calls;
  perLoop: number;
  perPaygrid: number;
  countedMs: number;
}

function report({ rows, paymentCalls, perLoop, perPaygrid, countedMs }: Measured): Outcome {
  const most = Math.max(...rows.map(({ healthy }) => healthy));
  const slotsPerMinute = 60_000 / 400;
  const minutes = lifeMs / 60_000;
  const pastADay = rows.map(
    ({ open }) => `${Math.round((open / minutes) * minutesOfADay).toLocaleString('en')} at ${open} open`,
  );
  const pastCalls = minutesOfADay / minutes / addressesACall;
  return {
    title: 'Watching open donations',
    goals: [
      ...rows.map(({ open, healthy }) => {
        const goal = goals.find((one) => one.open === open)?.most ?? Infinity;
        return {
          what: `≤ ${goal} HTTP calls per unpaid donation and minute at ${open} open, over a life of ${minutes} min`,
          measured: healthy.toFixed(3),
          isMet: healthy <= goal,
        };
      }),
      {
        what: `≥ ${leastTimesFewer}× fewer than the loop of \`@solana/pay\``,
        measured: `${(perLoop / most).toFixed(0)}× at least`,
        isMet: perLoop / most >= leastTimesFewer,
      },
    ],
    body: [
      'HTTP calls per open, unpaid donation and minute:',
      markdownTable(
        ['open donations', 'socket healthy', 'socket dead', '`@solana/pay`', '`@qhristen/paygrid`'],
        rows.map(({ open, healthy, dead }) => [
          open,
          healthy.toFixed(3),
          dead.toFixed(3),
          perLoop.toFixed(0),
          perPaygrid.toFixed(1),
        ]),
      ),
      barChart([
        ...rows.map(({ open, healthy }) => ({
          label: `${open} open`,
          value: healthy,
          text: healthy.toFixed(3),
        })),
        { label: '@qhristen/paygrid', value: perPaygrid, text: perPaygrid.toFixed(1) },
        { label: '@solana/pay', value: perLoop, text: perLoop.toFixed(0) },
      ]),
      markdownTable(
        ['open donations', 'calls by method, socket healthy', 'subscription messages of a life'],
        rows.map(({ open, byMethod, subscribes }) => [
          open,
          Object.entries(byMethod)
            .map(([method, count]) => `${method} ${count.toFixed(4)}`)
            .join(', '),
          `${subscribes.toFixed(2)} to subscribe, as many to end it`,
        ]),
      ),
      `Not in these figures is what adds up over a day: each address is read every minute for a day past its expiry. If as many ` +
        `donations come for a whole day and all stay unpaid, those are ${pastADay.join(', ')}, and reading them takes ` +
        `${pastCalls.toFixed(2)} calls more per open donation and minute, computed: a minute's reading of as many takes one call per ` +
        `${addressesACall}. They are read beside the open ones, by calls that leave a part of the node's budget free.`,
      `Over the socket come ${slotsPerMinute} slot messages a minute in all, however many donations are open.`,
      `What one payment costs on top, until its sweep is final: ${sum(paymentCalls).toFixed(1)} HTTP calls.`,
      markdownTable(
        ['method', 'calls per payment'],
        Object.entries(paymentCalls)
          .toSorted((a, b) => b[1] - a[1])
          .map(([method, count]) => [method, count.toFixed(1)]),
      ),
      `Counted by the sandbox chain (400 ms slots, no limit on calls) that the server has as its node, over ${countedMs / 60_000} min, all sizes at the ` +
        `same time on servers of their own. As many donations come as end, each good for ${minutes} min: so every moment holds ` +
        'all of a life, first look and stated expiry included, and the calls of the whole time belong to as many lives as are open. What is ' +
        'read of those that expired meanwhile is counted as well; after its expiry an address goes on being read, a hundred at a time, each ' +
        'minute for a day and ever more rarely after that. Those that were open before are rows put into the database with random addresses, the others are made through `POST /api/donations`. With the ' +
        `socket dead (${deadWindowMs / 1000} s after a warm-up) the node refuses WebSockets, and every address is to be read every 5 s (0.12 calls a ` +
        'minute). The loops are those that the documentation of `@solana/pay` shows (`findReference` every 250 ms) and that the published ' +
        'source of `@qhristen/paygrid` 0.1.9 runs (every 10 s, a wallet without history: each of its last ten transactions would cost a ' +
        'call more, for each payment), both written here because the packages want another major of the Solana libraries, and measured ' +
        `with 20 payments. The ${payments} payments came ${paymentEveryMs / 1000} s apart; payments at once share the calls that follow their finality.`,
    ].join('\n\n'),
  };
}
