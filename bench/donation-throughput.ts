import type { CpuUse } from './lib/cpu-use.ts';
import { startCpuUse } from './lib/cpu-use.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { barChart, markdownTable } from './lib/markdown.ts';
import { inTimes, measureInTurn, pairedRatio } from './lib/paired-rounds.ts';
import { quantile, spreadOf } from './lib/quantiles.ts';
import { registerStreamers } from './lib/register-streamers.ts';
import { openInserts } from './lib/run-pgbench.ts';
import type { LoadOrder, LoadResult } from './lib/donor-load.ts';
import { startLoad } from './lib/start-load.ts';
import { startServer } from './lib/start-server.ts';
import { inMs } from './lib/units.ts';

const streamerCount = 200;
const clients = 10;
const rounds = 5;
const phaseSeconds = 4;
const warmUpSeconds = 3;
const goalRatio = 0.2;
/** Those of a public server stand in the way of ten clients that are all donors; they are counted all the same. */
const environment = {
  TRUST_PROXY: '127.0.0.1',
  OPEN_DONATIONS_PER_LINK: '1000000',
  LIMIT_CREATE_DONATION: 'all=100000000/1h',
};

/** What clients reached in one phase. */
interface Phase {
  perSecond: number;
  /** Milliseconds of each. */
  times: number[];
  /** Of the generator, in percent of one core. */
  generator: number;
  cpu: CpuUse | null;
}

/** How fast donations are made, beside what pgbench does with single-row inserts into the same PostgreSQL. */
export async function measureDonationThroughput(context: FigureContext): Promise<Outcome> {
  const server = await startServer(context, environment);
  const streamers = await registerStreamers(server.url, streamerCount);
  const codes = streamers.map(({ donationCode }) => donationCode);
  const insert = await openInserts(server, context.cleanUp);
  const donors = startLoad<LoadOrder, LoadResult>('donor-load.ts', context.cleanUp);
  const port = Number(new URL(server.url).port);
  let from = 0;
  const create = async (atOnce: number, seconds: number): Promise<Phase> => {
    const endCpuUse = startCpuUse(server.pid);
    const made = await donors.run({ port, clients: atOnce, forMs: seconds * 1000, codes, from });
    from += made.times.length;
    return {
      times: made.times,
      perSecond: made.times.length / made.seconds,
      generator: (made.cpuSeconds / made.seconds) * 100,
      cpu: endCpuUse(),
    };
  };
  await insert(clients, 1);
  await create(clients, warmUpSeconds);
  const alone = await create(1, phaseSeconds);
  const phases: Phase[] = [];
  const pairs = await measureInTurn(rounds, {
    ours: async () => {
      const phase = await create(clients, phaseSeconds);
      phases.push(phase);
      return phase.perSecond;
    },
    floor: () => insert(clients, phaseSeconds),
  });
  await server.stop();
  return report({ pairs, phases, alone });
}

function report(measured: {
  pairs: readonly { ours: number; floor: number }[];
  phases: readonly Phase[];
  alone: Phase;
}): Outcome {
  const { pairs, phases, alone } = measured;
  const ratio = pairedRatio(pairs);
  const rows = pairs.map(({ ours, floor }, index) => {
    const { median, p99 } = spreadOf(phases[index]?.times ?? []);
    return [
      index + 1,
      Math.round(ours),
      Math.round(floor),
      `${(ours / floor).toFixed(2)}×`,
      inMs(median),
      inMs(p99),
    ];
  });
  const all = spreadOf(phases.flatMap(({ times }) => times));
  const one = spreadOf(alone.times);
  const rates = {
    ours: middle(pairs.map(({ ours }) => ours)),
    floor: middle(pairs.map(({ floor }) => floor)),
  };
  return {
    title: 'Creating donations',
    goals: [
      {
        what: `donations a second against pgbench’s single-row inserts, ${clients} clients each: ≥ ${goalRatio}×`,
        measured: inTimes(ratio),
        isMet: ratio.median >= goalRatio,
      },
    ],
    body: [
      `**${Math.round(rates.ours)} donations a second** (median of the rounds) at ${clients} clients: ${inMs(all.median)} ` +
        `at p50, ${inMs(all.p99)} at p99. One client alone: ${inMs(one.median)} at p50, ${inMs(one.p99)} at p99.`,
      barChart([
        { label: 'pgbench, single-row inserts', value: rates.floor, text: `${Math.round(rates.floor)}/s` },
        { label: 'POST /donations', value: rates.ours, text: `${Math.round(rates.ours)}/s` },
      ]),
      markdownTable(['round', 'donations/s', 'inserts/s', 'ratio', 'POST p50', 'POST p99'], rows),
      describeCpu(phases),
      `\`POST /api/donations\` by ${clients} clients for ${phaseSeconds} s, before or after the same time of pgbench ` +
        'on the same cluster (a key, a unique column, three short texts, a transaction each, prepared, fsync on). ' +
        'The clients are kept connections of one process beside the server that writes requests as bytes; its share of the ' +
        'two cores is named above. A donation is a request with its limits counted, a link looked up, two exact caps, a ' +
        `key index, a derived address, a row and its watch; here they go round ${streamerCount} streamers, each from ` +
        'another donor’s address, and nobody pays. Not measured: donors who are far away, or who upload clips.',
    ].join('\n\n'),
  };
}

function describeCpu(phases: readonly Phase[]): string {
  const uses = phases.flatMap(({ cpu }) => cpu ?? []);
  if (uses.length === 0) return 'Where the time goes is not known: this system has no /proc.';
  const parts: [string, number[]][] = [
    ['server (Node)', uses.map(({ server }) => server)],
    ['PostgreSQL', uses.map(({ postgres }) => postgres)],
    ['load generator', phases.map(({ generator }) => generator)],
    ['sandbox chain', uses.map(({ sandbox }) => sandbox)],
    ['the whole machine', uses.map(({ machine }) => machine)],
  ];
  return [
    'Where the time goes, in percent of one core (medians of the rounds):',
    barChart(
      parts.map(([label, shares]) => ({
        label,
        value: middle(shares),
        text: `${Math.round(middle(shares))} %`,
      })),
    ),
  ].join('\n\n');
}

function middle(values: readonly number[]): number {
  return quantile(values, 0.5);
}
