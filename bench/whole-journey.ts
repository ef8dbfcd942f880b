import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { measureBareTransfers } from './lib/bare-transfers.ts';
import { type CpuUse, startCpuUse } from './lib/cpu-use.ts';
import { donateAtRate } from './lib/donate-at-rate.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { findFreePorts } from './lib/free-ports.ts';
import { barChart, markdownTable } from './lib/markdown.ts';
import { openOverlay } from './lib/open-overlay.ts';
import { quantile } from './lib/quantiles.ts';
import { registerStreamers } from './lib/register-streamers.ts';
import { openSandboxRpc, type SandboxRpc } from './lib/sandbox-rpc.ts';
import { scrape } from './lib/scrape.ts';
import { type BenchServer, startServer } from './lib/start-server.ts';

/** A streamer's cards follow each other every 7.5 s, so eight streamers are needed for each donation a second. */
const streamersPerRate = 8;
const usualStreamers = 640;
const rates = [5, 10, 20, 40, 80];
/** Both finalities, the card and the steps between them are over by the beginning of the window. */
const stepSeconds = 75;
const windowSeconds = 20;
const drainSeconds = 90;
const keepsUpFrom = 0.95;
const peerMs = 3000;

/** One rate, held for a while. */
interface Step {
  offered: number;
  /** TRANSFERRED a second in the window at the end of the step. */
  reached: number;
  failed: number;
  /** Bare transfers a second, right before. */
  bare: number;
  cpu: CpuUse | null;
  /** Each counted for one donation that was offered. */
  rpcCalls: number;
  queries: number;
  /** Median seconds from creation to each state, of those donations of the step that came there. */
  paid: number | null;
  shown: number | null;
  transferred: number | null;
}

/** What runs while a rate is held. */
interface Stage {
  server: BenchServer;
  metricsUrl: string;
  rpc: SandboxRpc;
  db: Client;
  codes: readonly string[];
  /** How many donors have come. */
  donors: number;
}

/** How many donations a second go all the way, from creation to TRANSFERRED, with everything on this machine. */
export async function measureWholeJourney(context: FigureContext): Promise<Outcome> {
  const streamerCount = context.size?.streamers ?? usualStreamers;
  const stage = await setUp(context, streamerCount);
  const steps: Step[] = [];
  for (const rate of rates.filter((each) => each * streamersPerRate <= streamerCount)) {
    const step = await holdRate(stage, rate);
    steps.push(step);
    if (!keepsUp(step)) break;
  }
  const between = rateBetween(steps);
  if (between !== null) steps.push(await holdRate(stage, between));
  await stage.db.end();
  await stage.server.stop();
  return report(steps, streamerCount);
}

async function setUp(context: FigureContext, streamerCount: number): Promise<Stage> {
  const metricsPort = (await findFreePorts()).server;
  const server = await startServer(context, {
    TRUST_PROXY: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
    LIMIT_CREATE_DONATION: 'all=100000000/1h',
  });
  const streamers = await registerStreamers(server.url, streamerCount);
  for (const { widgetCode } of streamers) {
    const overlay = await openOverlay(server.url, widgetCode, () => undefined);
    context.cleanUp.defer(() => overlay.close());
  }
  const db = new Client({ connectionString: server.databaseUrl('brava') });
  // The clean-up may end the database first.
  db.on('error', () => undefined);
  await db.connect();
  const codes = streamers.map(({ donationCode }) => donationCode);
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;
  return { server, metricsUrl, rpc: openSandboxRpc(server), db, codes, donors: 0 };
}

/** Holds a rate for a while, and waits until all of it is over. */
async function holdRate(stage: Stage, perSecond: number): Promise<Step> {
  const { server, metricsUrl, rpc, db, codes, donors: from } = stage;
  const offered = perSecond * stepSeconds;
  const bare = await measureBareTransfers(rpc, peerMs);
  const before = await scrape(metricsUrl);
  const endCpuUse = startCpuUse(server.pid);
  const startsAt = new Date();
  const { failed } = await donateAtRate({
    url: server.url,
    rpc,
    codes,
    perSecond,
    seconds: stepSeconds,
    from,
  });
  const cpu = endCpuUse();
  const after = await scrape(metricsUrl);
  stage.donors += offered;
  const each = (name: string): number => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / offered;
  const endsAt = new Date(startsAt.getTime() + stepSeconds * 1000);
  await drain(db);
  return {
    offered: perSecond,
    reached: await countTransferred(db, endsAt),
    failed,
    bare,
    cpu,
    rpcCalls: each('brava_rpc_request_seconds_count'),
    queries: each('brava_database_query_seconds_count'),
    ...(await readTimes(db, startsAt, endsAt)),
  };
}

function keepsUp({ offered, reached }: Step): boolean {
  return reached >= offered * keepsUpFrom;
}

/** Half-way between the last rate that was kept up with and the first one that was not. */
function rateBetween(steps: readonly Step[]): number | null {
  const [good, bad] = [steps.findLast(keepsUp), steps.find((step) => !keepsUp(step))];
  return good === undefined || bad === undefined ? null : Math.round((good.offered + bad.offered) / 2);
}

/**
 * TRANSFERRED a second in the window that ends then: paid, shown and passed on, whatever came last. To be asked once it is
 * all over: a transfer bears the time of its block, and is told of when that block is final.
 */
async function countTransferred(db: Client, until: Date): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `select count(*) from donations where status = 'TRANSFERRED'
       and greatest(shown_at, swept_at) between $1::timestamptz - $2 * interval '1 second' and $1`,
    [until, windowSeconds],
  );
  return Number(rows[0]?.count) / windowSeconds;
}

/** Waits until nothing is under way any more, or for so long. */
async function drain(db: Client): Promise<void> {
  for (let second = 0; second < drainSeconds; second += 1) {
    const { rows } = await db.query(
      `select 1 from donations where paid_at is not null and status <> 'TRANSFERRED' limit 1`,
    );
    if (rows.length === 0) return;
    await sleep(1000);
  }
}

/** Median seconds from the creation to a moment, in SQL. */
function middle(moment: string): string {
  return `percentile_cont(0.5) within group (order by extract(epoch from ${moment} - created_at)::float8)`;
}

async function readTimes(
  db: Client,
  from: Date,
  until: Date,
): Promise<Pick<Step, 'paid' | 'shown' | 'transferred'>> {
  const { rows } = await db.query<Pick<Step, 'paid' | 'shown' | 'transferred'>>(
    `select ${middle('paid_at')} as paid, ${middle('shown_at')} as shown,
       ${middle('greatest(shown_at, swept_at)')} filter (where status = 'TRANSFERRED') as transferred
     from donations where created_at between $1 and $2`,
    [from, until],
  );
  return rows[0] ?? { paid: null, shown: null, transferred: null };
}

function report(steps: readonly Step[], streamerCount: number): Outcome {
  const best = steps.filter(keepsUp).toSorted((a, b) => b.offered - a.offered)[0];
  const last = best ?? steps[0];
  if (last === undefined) throw new RangeError('There are too few streamers for any rate.');
  const bare = quantile(
    steps.map((step) => step.bare),
    0.5,
  );
  const sorted = steps.toSorted((a, b) => a.offered - b.offered);
  const rows = sorted.map((step) => [
    `${step.offered}/s`,
    `${step.reached.toFixed(1)}/s`,
    keepsUp(step) ? 'yes' : '**no**',
    step.failed,
    seconds(step.paid),
    seconds(step.shown),
    seconds(step.transferred),
    step.rpcCalls.toFixed(1),
    Math.round(step.queries),
    `${Math.round(step.bare)}/s`,
  ]);
  const head = ['offered', 'TRANSFERRED', 'keeps up', 'refused', 'paid', 'shown', 'TRANSFERRED after'];
  return {
    title: 'The whole journey on one machine',
    goals: [],
    body: [
      best === undefined
        ? `**None of the rates was kept up with**; the lowest was ${last.offered} a second.`
        : `**${best.offered} donations a second** go from creation to TRANSFERRED and are kept up with, ` +
          `${(best.offered / bare).toFixed(3)}× of the transfers that the sandbox chain confirms with nothing beside it ` +
          `(${Math.round(bare)}/s, median); a donation is two of them, one in and one out.`,
      barChart(
        sorted.map((step) => ({
          label: `${step.offered}/s offered`,
          value: step.reached,
          text: `${step.reached.toFixed(1)}/s TRANSFERRED`,
        })),
      ),
      markdownTable([...head, 'RPC calls each', 'statements each', 'bare transfers'], rows),
      describeCpu(sorted),
      `Server, embedded PostgreSQL, sandbox chain with slots of 400 ms, ${streamerCount} overlays that acknowledge each card ` +
        `after its 7 s, donors and this load on the same cores. Each rate is held for ${stepSeconds} s, whatever becomes of ` +
        `the donations before; it is kept up with when at least ${keepsUpFrom * 100} % of it become TRANSFERRED in the last ` +
        `${windowSeconds} s. Donors are even, each pays once by a transfer of the chain’s faucet, at once. Times are ` +
        'medians from the creation, that of the payment by its block, which bears whole seconds; a payment and the ' +
        'transfer that passes it on each become final after some 13 s, a card stands for 7 s and streamers’ cards do not overlap: no machine makes that part shorter. Statements are those of the ' +
        'server’s pool, RPC calls its HTTP calls; both include what it does anyway.',
    ].join('\n\n'),
  };
}

function seconds(value: number | null): string {
  return value === null ? '–' : `${value.toFixed(1)} s`;
}

function describeCpu(steps: readonly Step[]): string {
  const rows = steps.flatMap(({ offered, cpu }) =>
    cpu === null
      ? []
      : [
          [
            `${offered}/s`,
            ...[cpu.server, cpu.postgres, cpu.sandbox, cpu.generator, cpu.machine].map(
              (use) => `${Math.round(use)} %`,
            ),
          ],
        ],
  );
  const head = ['offered', 'server', 'PostgreSQL', 'sandbox', 'overlays and donors', 'whole machine'];
  return `Processor time in percent of one core:\n\n${markdownTable(head, rows)}`;
}
