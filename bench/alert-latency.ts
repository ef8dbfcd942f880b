import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { call } from './lib/call.ts';
import { type CpuUse, startCpuUse } from './lib/cpu-use.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { histogram, markdownTable } from './lib/markdown.ts';
import { openOverlay } from './lib/open-overlay.ts';
import { type Spread, spreadOf } from './lib/quantiles.ts';
import { type BenchStreamer, registerStreamers } from './lib/register-streamers.ts';
import { type BenchServer, startServer } from './lib/start-server.ts';
import { inMs, inPercent } from './lib/units.ts';
import { type ConfirmationWatch, watchConfirmations } from './lib/watch-confirmations.ts';

const streamerCount = 200;
const perSecond = 10;
/** Long enough that sweeps, which wait for finality, run at the full rate before anything counts. */
const warmUpSeconds = 25;
const measuredSeconds = 60;
/** As a donor who reads the page before paying; the address is watched by then. */
const payAfterMs = 3000;
const patienceMs = 15_000;
const goalMs = { median: 150, p99: 500 };

/** One donation of the run. Moments are `performance.now()`. */
interface Run {
  isMeasured: boolean;
  /** When it was to be paid. */
  dueAtMs: number;
  address: string;
  cardsAtMs: number[];
}

interface Measured {
  latencies: number[];
  lost: number;
  repeated: number;
  generatorDelayMs: number;
  cpu: CpuUse | null;
}

/** From the transaction confirmed to the card's event in the overlay, under the load that the product must bear. */
export async function measureAlertLatency(context: FigureContext): Promise<Outcome> {
  const server = await startServer(context);
  const confirmations = await watchConfirmations(server.wsUrl);
  context.cleanUp.defer(() => confirmations.close());
  const streamers = await registerStreamers(server.url, streamerCount);
  const runs = new Map<string, Run>();
  for (const { widgetCode } of streamers) {
    const overlay = await openOverlay(server.url, widgetCode, ({ id }, atMs) => {
      runs.get(id)?.cardsAtMs.push(atMs);
    });
    context.cleanUp.defer(() => overlay.close());
  }
  const measured = await donate(server, { streamers, runs, confirmations });
  const statuses = await countStatuses(server);
  await server.stop();
  return report(measured, statuses);
}

/** Has the donations made and paid at their moments, and waits for the last card. */
async function donate(
  { url, pid }: { url: string; pid: number },
  { streamers, runs, confirmations }: Parts,
): Promise<Measured> {
  const warmUp = warmUpSeconds * perSecond;
  const count = warmUp + measuredSeconds * perSecond;
  const startsAtMs = performance.now() + payAfterMs;
  const delay = monitorEventLoopDelay({ resolution: 10 });
  let endCpuUse: (() => CpuUse | null) | undefined;
  const donations: Promise<void>[] = [];
  const failures: unknown[] = [];
  for (let index = 0; index < count; index += 1) {
    const streamer = streamers[index % streamers.length];
    if (streamer === undefined) throw new RangeError('There are no streamers.');
    // At random within its own tenth of a second: an even beat would always meet the slots at the same moments.
    const dueAtMs = startsAtMs + ((index + Math.random()) / perSecond) * 1000;
    await sleep(dueAtMs - payAfterMs - performance.now());
    if (index === warmUp) {
      delay.enable();
      endCpuUse = startCpuUse(pid);
    }
    const run: Run = { isMeasured: index >= warmUp, dueAtMs, address: '', cardsAtMs: [] };
    const donation = donateOnce(url, streamer, { run, runs, confirmations });
    donations.push(donation.catch((error: unknown) => void failures.push(error)));
    if (failures.length > 0) break;
  }
  await Promise.all(donations);
  if (failures.length > 0) throw new AggregateError(failures, 'Donations could not be made and paid.');
  const cpu = endCpuUse?.() ?? null;
  delay.disable();
  const measured = [...runs.values()].filter((run) => run.isMeasured);
  await waitForCards(measured);
  return { ...collect(measured, confirmations), generatorDelayMs: delay.percentile(99) / 1e6, cpu };
}

interface Parts {
  streamers: BenchStreamer[];
  runs: Map<string, Run>;
  confirmations: ConfirmationWatch;
}

async function donateOnce(
  url: string,
  streamer: BenchStreamer,
  { run, runs, confirmations }: Pick<Parts, 'runs' | 'confirmations'> & { run: Run },
): Promise<void> {
  const { id, walletAddress } = await call(url, 'createDonation', {
    body: {
      linkCode: streamer.donationCode,
      donatorName: 'Bench',
      message: 'Good luck with the next level!',
    },
  });
  run.address = walletAddress;
  runs.set(id, run);
  await confirmations.subscribe(walletAddress);
  await sleep(run.dueAtMs - performance.now());
  await call(url, 'sandboxPay', { body: { donationId: id } });
}

async function waitForCards(runs: readonly Run[]): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (runs.some((run) => run.cardsAtMs.length === 0) && performance.now() < deadline) await sleep(50);
}

function collect(
  runs: readonly Run[],
  confirmations: ConfirmationWatch,
): Pick<Measured, 'latencies' | 'lost' | 'repeated'> {
  const latencies: number[] = [];
  for (const { address, cardsAtMs } of runs) {
    const [cardAtMs] = cardsAtMs;
    const confirmedAtMs = confirmations.confirmedAtMs(address);
    if (cardAtMs !== undefined && confirmedAtMs !== undefined) latencies.push(cardAtMs - confirmedAtMs);
  }
  const repeated = runs.filter((run) => run.cardsAtMs.length > 1).length;
  return { latencies, lost: runs.length - latencies.length, repeated };
}

/** What became of the donations, warm-up included: '812 TRANSFERRED, 38 SHOWN'. */
async function countStatuses({ databaseUrl }: BenchServer): Promise<string> {
  const client = new Client({ connectionString: databaseUrl('brava') });
  await client.connect();
  const { rows } = await client.query<{ status: string; count: string }>(
    'select status, count(*) from donations group by status order by count(*) desc',
  );
  await client.end();
  return rows.map(({ status, count }) => `${count} ${status}`).join(', ');
}

function report({ latencies, lost, repeated, generatorDelayMs, cpu }: Measured, statuses: string): Outcome {
  const spread = spreadOf(latencies);
  const goals = [
    goal(`median ≤ ${goalMs.median} ms`, inMs(spread.median), spread.median <= goalMs.median),
    goal(`p99 ≤ ${goalMs.p99} ms`, inMs(spread.p99), spread.p99 <= goalMs.p99),
    goal('no donation lost', `${lost} of ${latencies.length + lost} lost`, lost === 0),
    goal('no card sent twice', `${repeated} sent again`, repeated === 0),
  ];
  const spreadRow = (['median', 'p90', 'p99', 'max'] satisfies (keyof Spread)[]).map((key) =>
    inMs(spread[key]),
  );
  const body = [
    markdownTable(['donations', 'median', 'p90', 'p99', 'max'], [[spread.count, ...spreadRow]]),
    histogram(latencies, { step: 20, steps: 25, unit: 'ms' }),
    ...(cpu === null ? [] : [describeCpu(cpu)]),
    `${perSecond} donations a second, spread over ${streamerCount} streamers with one overlay each, for ` +
      `${measuredSeconds} s after ${warmUpSeconds} s of warm-up; each is paid at a random moment of its tenth of a ` +
      'second, so four or so are confirmed in the same 400 ms slot. Server, embedded PostgreSQL, sandbox chain and ' +
      'this load generator (a process of its own) share the machine. The clock starts when the sandbox pushes the ' +
      'confirmed `accountNotification` to a client of the generator and stops when `show_donation` reaches the ' +
      'streamer’s overlay in the same process; overlays acknowledge after 7 s, and sweeps go on ' +
      `meanwhile (when the last card had come: ${statuses}). ` +
      `The generator’s own event loop was late by ${inMs(generatorDelayMs)} at p99 (10 ms of it is its timer).`,
  ];
  return { title: 'From the confirmed transaction to the card', goals, body: body.join('\n\n') };
}

function goal(what: string, measured: string, isMet: boolean) {
  return { what, measured, isMet };
}

function describeCpu(cpu: CpuUse): string {
  const parts = [cpu.server, cpu.sandbox, cpu.postgres, cpu.generator, cpu.machine].map((used) =>
    inPercent(used / 100),
  );
  return `Processor time in percent of one core:\n\n${markdownTable(
    ['server', 'sandbox', 'PostgreSQL', 'load generator', 'whole machine, others included'],
    [parts],
  )}`;
}
