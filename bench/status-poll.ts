import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './lib/call.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { findFreePorts } from './lib/free-ports.ts';
import { barChart, markdownTable } from './lib/markdown.ts';
import { inTimes, measureInTurn, type Pair, pairedRatio } from './lib/paired-rounds.ts';
import { quantile } from './lib/quantiles.ts';
import { registerStreamers } from './lib/register-streamers.ts';
import { sendPolls } from './lib/send-polls.ts';
import { startConstantServer } from './lib/start-constant-server.ts';
import { startServer } from './lib/start-server.ts';

const rounds = 7;
const polls = 30_000;
const warmUps = 20_000;
const connections = 20;
const mostTimes = 1.8;
/** Rounding of what a server does beside polls. */
const mostQueries = 0.001;
const idleMs = 4000;
/** Linux counts processor time in ticks of a hundredth of a second. */
const tickMicros = 10_000;

/** Someone who answers, and whose processor time counts. */
interface Side {
  url: string;
  path: string;
  pid: number;
}

/** What a status poll costs: processor time beside a bare server's, and queries. */
export async function measureStatusPoll(context: FigureContext): Promise<Outcome> {
  const metrics = await findFreePorts();
  const server = await startServer(context, { METRICS_PORT: String(metrics.server) });
  const [streamer] = await registerStreamers(server.url, 1);
  const { id } = await call(server.url, 'createDonation', { body: { linkCode: streamer?.donationCode } });
  const ours: Side = { url: server.url, path: `/api/donations/status/${id}`, pid: server.pid };
  const body = await sendPolls({ ...ours, count: warmUps, connections });
  const bare = await startConstantServer(context.cleanUp, body);
  const floor: Side = { ...bare, path: `/api/donations/status/${'0'.repeat(36)}` };
  await sendPolls({ ...floor, count: warmUps, connections });
  const pairs = await measureInTurn(rounds, {
    ours: () => microsPerPoll(ours),
    floor: () => microsPerPoll(floor),
  });
  const queriesPerPoll = await countQueries(ours, `http://127.0.0.1:${metrics.server}/metrics`);
  await server.stop();
  return report({ pairs, queriesPerPoll, bodyBytes: body.length });
}

async function microsPerPoll(side: Side): Promise<number> {
  const before = await cpuMicros(side.pid);
  await sendPolls({ ...side, count: polls, connections });
  return ((await cpuMicros(side.pid)) - before) / polls;
}

/** Processor time that all threads of a process have used, in microseconds. */
async function cpuMicros(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMicros;
}

/** Queries of the server while it is polled, less those that it makes in the same time anyway, by poll. */
async function countQueries(side: Side, metricsUrl: string): Promise<number> {
  const idleBefore = await queriesSoFar(metricsUrl);
  const idleAt = performance.now();
  await sleep(idleMs);
  const perMs = ((await queriesSoFar(metricsUrl)) - idleBefore) / (performance.now() - idleAt);
  const before = await queriesSoFar(metricsUrl);
  const startedAt = performance.now();
  await sendPolls({ ...side, count: polls, connections });
  const made = (await queriesSoFar(metricsUrl)) - before - perMs * (performance.now() - startedAt);
  return Math.max(0, made / polls);
}

async function queriesSoFar(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const counts = text.matchAll(/^brava_database_query_seconds_count\{[^}]*\} (\d+)$/gm);
  return [...counts].reduce((all, [, count]) => all + Number(count), 0);
}

function report(found: { pairs: readonly Pair[]; queriesPerPoll: number; bodyBytes: number }): Outcome {
  const { pairs, queriesPerPoll, bodyBytes } = found;
  const ratio = pairedRatio(pairs);
  const middle = {
    ours: quantile(
      pairs.map(({ ours }) => ours),
      0.5,
    ),
    floor: quantile(
      pairs.map(({ floor }) => floor),
      0.5,
    ),
  };
  return {
    title: 'What a status poll costs',
    goals: [
      {
        what: `processor time of a poll ≤ ${mostTimes}× that of a bare node:http server, median`,
        measured: inTimes(ratio),
        isMet: ratio.median <= mostTimes,
      },
      {
        what: 'database queries of a poll in steady state: 0',
        measured: queriesPerPoll.toFixed(5),
        isMet: queriesPerPoll <= mostQueries,
      },
    ],
    body: [
      barChart([
        { label: 'Brava', value: middle.ours, text: micros(middle.ours) },
        { label: 'node:http', value: middle.floor, text: micros(middle.floor) },
      ]),
      markdownTable(
        ['round', 'Brava', 'node:http', 'ratio'],
        pairs.map(({ ours, floor }, index) => [
          index + 1,
          micros(ours),
          micros(floor),
          `${(ours / floor).toFixed(2)}×`,
        ]),
      ),
      `Processor time of the whole server process, all of its threads and background work included, for ${polls} ` +
        `\`GET /api/donations/status/{id}\` over ${connections} kept connections, on each one after the other, beside a bare ` +
        `\`node:http\` server in a process of its own that answers a constant JSON text of the same ${bodyBytes} bytes. Brava runs ` +
        'as `npm start` does, with metrics switched on: rate limits, security headers, request ids and histograms ' +
        'included. Queries are those that the server itself counts, less what it makes in the same time without polls.',
    ].join('\n\n'),
  };
}

function micros(value: number): string {
  return `${value.toFixed(1)} µs`;
}
