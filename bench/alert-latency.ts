import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { getBase58Decoder } from '@solana/kit';
import { payFromFaucet } from '#server/test/faults/rpc-call.ts';
import { call } from './lib/call.ts';
import { type CpuUse, startCpuUse } from './lib/cpu-use.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { findFreePorts } from './lib/free-ports.ts';
import { barChart, histogram, markdownTable } from './lib/markdown.ts';
import { openOverlay } from './lib/open-overlay.ts';
import { inTimes, measureInTurn, type Pair, pairedRatio } from './lib/paired-rounds.ts';
import { spreadOf } from './lib/quantiles.ts';
import { type BenchStreamer, registerStreamers } from './lib/register-streamers.ts';
import { meanCallMs, readRpcTimes, type RpcTimes } from './lib/read-rpc-times.ts';
import { type BenchServer, startServer } from './lib/start-server.ts';
import { type Relay, startRelay } from './lib/start-relay.ts';
import { inMs, inPercent } from './lib/units.ts';
import { type ConfirmationWatch, watchConfirmations } from './lib/watch-confirmations.ts';

const overlays = 1000;
const opensAtOnce = 20;
const rounds = 6;
/** In turn with the relay; of ten a second, four or so are confirmed in the same slot and wait for each other. */
const busy: Pace = { perSecond: 10, seconds: 15 };
/** Brava's alone, after the rounds: most of them are the only ones of their slot. */
const calm: Pace = { perSecond: 2, seconds: 60 };
/** The first round is not counted: until then sweeps, which wait for finality, do not run at the full rate. */
const warmUpRounds = 1;
const pollsPerSecond = 200;
/** As a donor who reads the page before paying; the address is watched by then. */
const payAfterMs = 3000;
const patienceMs = 15_000;
const lamports = 5_000_000;
const goalMs = { median: 10, p99: 50 };

interface Pace {
  perSecond: number;
  seconds: number;
}

/** One payment: which client it is for, and when (`performance.now()`) that client heard of it. */
interface Run {
  address: string;
  client: number;
  heardAtMs: number[];
}

interface Parts {
  server: BenchServer;
  streamers: BenchStreamer[];
  confirmations: ConfirmationWatch;
  /** By donation. */
  cards: Map<string, Run>;
  relay: Relay;
  /** By client: the payment that it waits for. */
  relayed: Map<number, Run>;
  poller: Worker;
}

/** What one side had in its counted rounds. */
interface Side {
  latencies: number[];
  lost: number;
  repeated: number;
}

/** From the chain's notification to the card's event in the overlay, beside a relay that does nothing else. */
export async function measureAlertLatency(context: FigureContext): Promise<Outcome> {
  const { server: metricsPort } = await findFreePorts();
  const server = await startServer(context, { METRICS_PORT: String(metricsPort) });
  const parts = await openParts(context, server);
  const ours: Side[] = [];
  const floor: Side[] = [];
  const metricsUrl = `http://127.0.0.1:${metricsPort}`;
  let rpcBefore: RpcTimes = new Map();
  let endCpuUse: (() => CpuUse | null) | undefined;
  const pairs = await measureInTurn(rounds, {
    ours: async () => {
      if (ours.length === warmUpRounds) {
        rpcBefore = await readRpcTimes(metricsUrl);
        endCpuUse = startCpuUse(server.pid);
      }
      return await keepMedian(ours, await payInTurn(parts, busy, (run) => donate(parts, run)));
    },
    floor: async () => await keepMedian(floor, await payInTurn(parts, busy, (run) => address(parts, run))),
  });
  const cpu = endCpuUse?.() ?? null;
  const rpcAfter = await readRpcTimes(metricsUrl);
  const rpc = ['getSignaturesForAddress', 'getTransaction'].map((method) => ({
    method,
    ms: meanCallMs(rpcBefore, rpcAfter, method),
  }));
  const alone = await payInTurn(parts, calm, (run) => donate(parts, run));
  await server.stop();
  const counted = { pairs: pairs.slice(warmUpRounds), ours: merge(ours), floor: merge(floor), alone };
  return report({ ...counted, rpc, cpu });
}

async function openParts(context: FigureContext, server: BenchServer): Promise<Parts> {
  const { cleanUp } = context;
  const streamers = await registerStreamers(server.url, overlays);
  const confirmations = await watchConfirmations(server.wsUrl);
  cleanUp.defer(() => confirmations.close());
  const cards = new Map<string, Run>();
  for (let start = 0; start < overlays; start += opensAtOnce) {
    const opened = streamers.slice(start, start + opensAtOnce).map(async ({ widgetCode }) => {
      const overlay = await openOverlay(server.url, widgetCode, ({ id }, atMs) => {
        cards.get(id)?.heardAtMs.push(atMs);
      });
      cleanUp.defer(() => overlay.close());
    });
    await Promise.all(opened);
  }
  const relayed = new Map<number, Run>();
  const relayOf = { wsUrl: server.wsUrl, clients: overlays, bytes: 420 };
  const relay = await startRelay(cleanUp, relayOf, (client, atMs) => {
    relayed.get(client)?.heardAtMs.push(atMs);
  });
  const poller = new Worker(new URL('lib/poll-loop.ts', import.meta.url), {
    workerData: { url: server.url, perSecond: pollsPerSecond, kept: 500 },
  });
  cleanUp.defer(async () => void (await poller.terminate()));
  return { server, streamers, confirmations, cards, relay, relayed, poller };
}

let nextClient = 0;

/** Has payments prepared and made at their moments, and waits until the last of them is heard of. */
async function payInTurn(
  parts: Parts,
  { perSecond, seconds }: Pace,
  prepare: (run: Run) => Promise<void>,
): Promise<Side> {
  const startsAtMs = performance.now() + payAfterMs;
  const runs: Run[] = [];
  const payments: Promise<void>[] = [];
  const failures: unknown[] = [];
  for (let index = 0; index < perSecond * seconds; index += 1) {
    // At random within its own part of a second: an even beat would always meet the slots at the same moments.
    const dueAtMs = startsAtMs + ((index + Math.random()) / perSecond) * 1000;
    await sleep(Math.max(0, dueAtMs - payAfterMs - performance.now()));
    const run: Run = { address: '', client: nextClient++ % overlays, heardAtMs: [] };
    runs.push(run);
    const pay = async (): Promise<void> => {
      await prepare(run);
      await sleep(Math.max(0, dueAtMs - performance.now()));
      await payFromFaucet(parts.server.rpcUrl, run.address, lamports);
    };
    payments.push(pay().catch((error: unknown) => void failures.push(error)));
  }
  await Promise.all(payments);
  if (failures.length > 0) throw new AggregateError(failures, 'Payments could not be made.');
  const deadline = performance.now() + patienceMs;
  while (runs.some(({ heardAtMs }) => heardAtMs.length === 0) && performance.now() < deadline)
    await sleep(50);
  return collect(runs, parts.confirmations);
}

/** A payment of Brava's. */
async function donate({ server, streamers, cards, confirmations, poller }: Parts, run: Run): Promise<void> {
  const { id, walletAddress } = await call(server.url, 'createDonation', {
    body: {
      linkCode: streamers[run.client]?.donationCode,
      donatorName: 'Bench',
      message: 'Good luck with the next level!',
    },
  });
  run.address = walletAddress;
  cards.set(id, run);
  poller.postMessage(id, []);
  await confirmations.subscribe(walletAddress);
}

/** A payment of the relay's: to an address that is nobody's. */
async function address({ relay, relayed, confirmations }: Parts, run: Run): Promise<void> {
  run.address = getBase58Decoder().decode(randomBytes(32));
  relayed.set(run.client, run);
  await Promise.all([relay.watch(run.address, run.client), confirmations.subscribe(run.address)]);
}

function collect(runs: readonly Run[], confirmations: ConfirmationWatch): Side {
  const latencies: number[] = [];
  for (const { address: paid, heardAtMs } of runs) {
    const [firstMs] = heardAtMs;
    const confirmedAtMs = confirmations.confirmedAtMs(paid);
    if (firstMs !== undefined && confirmedAtMs !== undefined) latencies.push(firstMs - confirmedAtMs);
  }
  const repeated = runs.filter(({ heardAtMs }) => heardAtMs.length > 1).length;
  return { latencies, lost: runs.length - latencies.length, repeated };
}

/** Keeps a round; its figure is from the notification that this process got itself, never less than 0.01 ms. */
async function keepMedian(kept: Side[], side: Side): Promise<number> {
  kept.push(side);
  return Math.max(0.01, spreadOf(side.latencies).median);
}

function merge(sides: readonly Side[]): Side {
  const counted = sides.slice(warmUpRounds);
  return {
    latencies: counted.flatMap(({ latencies }) => latencies),
    lost: counted.reduce((sum, { lost }) => sum + lost, 0),
    repeated: counted.reduce((sum, { repeated }) => sum + repeated, 0),
  };
}

interface Measured {
  pairs: Pair[];
  ours: Side;
  floor: Side;
  alone: Side;
  rpc: { method: string; ms: number }[];
  cpu: CpuUse | null;
}

function report({ pairs, ours, floor, alone, rpc, cpu }: Measured): Outcome {
  const spread = spreadOf(ours.latencies);
  const calmSpread = spreadOf(alone.latencies);
  const least = spreadOf(floor.latencies);
  const rpcMs = rpc.reduce((sum, { ms }) => sum + ms, 0);
  const ownSpread = spreadOf(ours.latencies.map((ms) => Math.max(0, ms - rpcMs)));
  const rowOf = (label: string, { count, median, p90, p99, max }: typeof spread) => [
    label,
    count,
    ...[median, p90, p99, max].map(inMs),
  ];
  const bars = [
    { label: 'Brava, median', value: spread.median },
    { label: 'of it two RPC calls', value: rpcMs },
    { label: 'Brava at the calm pace, median', value: calmSpread.median },
    { label: 'relay, median', value: least.median },
    { label: 'Brava, p99', value: spread.p99 },
    { label: 'Brava at the calm pace, p99', value: calmSpread.p99 },
    { label: 'relay, p99', value: least.p99 },
  ];
  const lost = ours.lost + alone.lost;
  const repeated = ours.repeated + alone.repeated;
  const all = spread.count + calmSpread.count + lost;
  return {
    title: 'From the chain’s notification to the card',
    goals: [
      ...goalsAt(busy, spread),
      ...goalsAt(calm, calmSpread),
      goal('no donation lost', `${lost} of ${all} lost`, lost === 0),
      goal('no card sent twice', `${repeated} sent again`, repeated === 0),
    ],
    body: [
      markdownTable(
        ['', 'payments', 'median', 'p90', 'p99', 'max'],
        [
          rowOf('Brava', spread),
          rowOf('Brava without the mean of its RPC calls', ownSpread),
          rowOf('relay', least),
          rowOf(`Brava at ${calm.perSecond} a second`, calmSpread),
        ],
      ),
      barChart(bars.map((bar) => ({ ...bar, text: inMs(bar.value) }))),
      `Brava’s median over the relay’s, round by round (median, least and most): ${inTimes(pairedRatio(pairs))}. ` +
        `Of Brava’s time ${inMs(rpcMs)} are the two RPC calls that a payment needs one after the other (` +
        `${rpc.map(({ method, ms }) => `\`${method}\` ${inMs(ms)}`).join(', ')}, means of the server’s own metrics, ` +
        'transfers’ included); the relay makes none, because it believes the notification. The goals are compared with the whole time; ' +
        'without that mean the median is ' +
        `${inMs(ownSpread.median)} and p99 ${inMs(ownSpread.p99)}. The mean is taken off every payment alike: what a slow call ` +
        'took beyond it stays in that p99.',
      histogram(ours.latencies, { step: 5, steps: 30, unit: 'ms' }),
      ...(cpu === null ? [] : [describeCpu(cpu)]),
      `${rounds - warmUpRounds} rounds of ${busy.seconds} s each, in turn with the relay’s, after ${warmUpRounds} that is not counted; ` +
        `${busy.perSecond} payments a second, each at a random moment of its tenth of a second, so that four or so are confirmed in the same ` +
        `400 ms slot and wait for each other a little; at the calm pace, ${calm.perSecond} a second for ${calm.seconds} s after the rounds, ` +
        `most are the only ones of their slot. ${overlays} overlays of as many streamers are connected, and ${pollsPerSecond} status calls ` +
        'a second are made all the time by another thread. The clock starts when the sandbox pushes the confirmed `accountNotification` to ' +
        'a client of this load generator and stops when `show_donation` reaches the streamer’s overlay in the same process; the server got ' +
        `the same notification at about that moment. The relay is a process that gets it too and sends a text as long as the card to one of ${overlays} ` +
        '`ws` clients. Server, embedded PostgreSQL, sandbox chain, relay and load generator share the machine; cards are acknowledged after ' +
        '7 s, and sweeps go on meanwhile.',
    ].join('\n\n'),
  };
}

function goalsAt({ perSecond }: Pace, { median, p99 }: { median: number; p99: number }) {
  const when = `at ${perSecond} payments a second, RPC calls included`;
  return [
    goal(`median ≤ ${goalMs.median} ms ${when}`, inMs(median), median <= goalMs.median),
    goal(`p99 ≤ ${goalMs.p99} ms ${when}`, inMs(p99), p99 <= goalMs.p99),
  ];
}

function goal(what: string, measured: string, isMet: boolean) {
  return { what, measured, isMet };
}

function describeCpu(cpu: CpuUse): string {
  const parts = [cpu.server, cpu.sandbox, cpu.postgres, cpu.generator, cpu.machine];
  return `Processor time in percent of one core, relay’s rounds included:\n\n${markdownTable(
    ['server', 'sandbox', 'PostgreSQL', 'load generator', 'whole machine, others included'],
    [parts.map((used) => inPercent(used / 100))],
  )}`;
}
