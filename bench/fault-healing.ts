import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Sandbox, startSandbox } from '#sandbox/start-sandbox.ts';
import { type FaultProxy, startFaultProxy } from '#server/test/faults/fault-proxy.ts';
import { type NamedFault, nodeFaults } from '#server/test/faults/node-faults.ts';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { call } from './lib/call.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { markdownTable } from './lib/markdown.ts';
import { quantile } from './lib/quantiles.ts';
import { registerStreamers } from './lib/register-streamers.ts';
import { startServer } from './lib/start-server.ts';
import { inSeconds } from './lib/units.ts';

const goalMs = 15_000;
const donations = 12;
const payEveryMs = 1000;
const lookEveryMs = 50;
const giveUpMs = 90_000;
/** Between two faults, so that one does not find the other's rests and sweeps. */
const calmMs = 8000;

/** Milliseconds from the healing to each payment's detection; 0 when it was found while the fault lasted. */
interface Healing {
  name: string;
  afterMs: number[];
}

/** How soon after a node is healthy again the payments are known that were made while it was not. */
export async function measureFaultHealing(context: FigureContext): Promise<Outcome> {
  const results: Healing[] = [];
  for (const nodes of [1, 2]) {
    const faults = nodeFaults.filter((fault) => (fault.isOfOneNode === true) === (nodes === 2));
    results.push(...(await measureWithNodes(context, nodes, faults)));
  }
  return report(results);
}

async function measureWithNodes(
  context: FigureContext,
  nodes: number,
  faults: readonly NamedFault[],
): Promise<Healing[]> {
  await using cleanUp = new AsyncDisposableStack();
  const sandbox = await startSandbox();
  cleanUp.defer(() => sandbox.stop());
  const proxies = await Promise.all(Array.from({ length: nodes }, () => startFaultProxy(sandbox)));
  for (const proxy of proxies) cleanUp.defer(() => proxy.stop());
  const server = await startServer(
    { ...context, cleanUp },
    {
      SOLANA_RPC_URL: proxies.map(({ rpcUrl }) => rpcUrl).join(),
      SOLANA_WS_URL: proxies.map(({ wsUrl }) => wsUrl).join(),
      LOG_LEVEL: 'error',
    },
  );
  const db = new Client({ connectionString: server.databaseUrl('brava') });
  await db.connect();
  cleanUp.defer(() => db.end());
  const [streamer] = await registerStreamers(server.url, 1);
  const [proxy] = proxies;
  if (streamer === undefined || proxy === undefined) throw new Error('There is a streamer and a node.');
  const results: Healing[] = [];
  for (const fault of faults) {
    const create = () => call(server.url, 'createDonation', { body: { linkCode: streamer.donationCode } });
    results.push(await measureOne({ fault, proxy, sandbox, db, create }));
    console.log(
      `  ${fault.name}: ${results
        .at(-1)
        ?.afterMs.map((ms) => inSeconds(ms))
        .join(', ')}`,
    );
    await sleep(calmMs);
  }
  return results;
}

interface Scene {
  fault: NamedFault;
  proxy: FaultProxy;
  sandbox: Sandbox;
  db: Client;
  create: () => Promise<{ id: string; walletAddress: string }>;
}

async function measureOne({ fault, proxy, sandbox, db, create }: Scene): Promise<Healing> {
  const created = await Promise.all(Array.from({ length: donations }, create));
  await sleep(payEveryMs);
  const foundAt = new Map<string, number>();
  const look = async (): Promise<void> => {
    const ids = created.map(({ id }) => id);
    const { rows } = await db.query<{ id: string }>(
      'select id from donations where id = any($1) and paid_at is not null',
      [ids],
    );
    for (const { id } of rows) if (!foundAt.has(id)) foundAt.set(id, performance.now());
  };
  proxy.begin(fault.node);
  for (const { walletAddress } of created) {
    // The donor's node is another one than ours.
    sandbox.faults.staleSlots = 0;
    await payFromFaucet(sandbox.url, walletAddress, 5_000_000);
    sandbox.faults.staleSlots = fault.staleSlots ?? 0;
    await sleep(payEveryMs);
    await look();
  }
  // What was paid last is confirmed by now: none is slower only because the chain was.
  proxy.heal();
  sandbox.faults.staleSlots = 0;
  const healedAt = performance.now();
  while (foundAt.size < created.length && performance.now() - healedAt < giveUpMs) {
    await sleep(lookEveryMs);
    await look();
  }
  const afterMs = created.map(({ id }) => Math.max(0, (foundAt.get(id) ?? Infinity) - healedAt));
  return { name: fault.name, afterMs };
}

function report(results: readonly Healing[]): Outcome {
  const late = results.flatMap(({ afterMs }) => afterMs.filter((ms) => ms > 0));
  const lost = late.filter((ms) => ms === Infinity).length;
  const p95 = late.length === 0 ? 0 : quantile(late, 0.95);
  const slowest = Math.max(...results.map(({ afterMs }) => quantile(afterMs, 0.95)));
  return {
    title: 'From a healed node to the detected payment',
    goals: [
      {
        what: 'p95 ≤ 15 s over all payments that were found after the healing',
        measured: inSeconds(p95),
        isMet: p95 <= goalMs,
      },
      {
        what: 'p95 ≤ 15 s for each fault',
        measured: `worst ${inSeconds(slowest)}`,
        isMet: slowest <= goalMs,
      },
      { what: 'none lost', measured: `${lost} not found within 90 s`, isMet: lost === 0 },
    ],
    body: [
      markdownTable(
        ['fault', 'payments', 'found while it lasted', 'p50 after', 'p95 after', 'max after'],
        results.map(({ name, afterMs }) => [
          name,
          afterMs.length,
          afterMs.filter((ms) => ms === 0).length,
          inSeconds(quantile(afterMs, 0.5)),
          inSeconds(quantile(afterMs, 0.95)),
          inSeconds(quantile(afterMs, 1)),
        ]),
      ),
      `Each fault lasts ${(donations * payEveryMs) / 1000} s, with a payment every ${payEveryMs / 1000} s to a donation of its own; then the node is healthy, but ` +
        'connections that hang or were cut stay so, and the server’s own rests, budgets (100 requests in 10 s, 40 of one ' +
        'method) and back-offs run on. A payment counts as detected when the donation is paid in the database, looked at ' +
        `every ${lookEveryMs} ms; one that was found while the fault lasted counts as 0. Server and PostgreSQL are processes of their own, ` +
        'proxy and sandbox chain (400 ms slots) run in this load generator. What the faults are: ' +
        '`server/test/faults/node-faults.ts`.',
    ].join('\n\n'),
  };
}
