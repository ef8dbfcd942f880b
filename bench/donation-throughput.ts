import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { call } from './lib/call.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { markdownTable } from './lib/markdown.ts';
import { quantile, spreadOf } from './lib/quantiles.ts';
import { registerStreamers } from './lib/register-streamers.ts';
import { type BenchServer, startServer } from './lib/start-server.ts';
import { inMs, inPercent } from './lib/units.ts';

const streamerCount = 200;
const clients = 10;
const rounds = 5;
const phaseMs = 4000;
const warmUpMs = 2000;
const words = { donatorName: 'Bench', message: 'Good luck with the next level!' };

/** What ten clients reached in one phase. */
interface Phase {
  perSecond: number;
  /** Milliseconds of each. */
  times: number[];
}

/** How fast donations are made, beside what the same PostgreSQL does with single-row inserts. */
export async function measureDonationThroughput(context: FigureContext): Promise<Outcome> {
  const server = await startServer(context, { TRUST_PROXY: '127.0.0.1' });
  const streamers = await registerStreamers(server.url, streamerCount);
  const pool = await openScratch(server);
  context.cleanUp.defer(async () => {
    if (!pool.ended) await pool.end();
  });
  const insert = async (): Promise<void> => {
    const address = randomBytes(32).toString('base64url');
    await pool.query('insert into rows (donator_name, message, address) values ($1, $2, $3)', [
      words.donatorName,
      words.message,
      address,
    ]);
  };
  let next = 0;
  const create = async (): Promise<void> => {
    next += 1;
    const streamer = streamers[next % streamers.length];
    await call(server.url, 'createDonation', {
      body: { linkCode: streamer?.donationCode, ...words },
      from: `10.${[16, 8, 0].map((bits) => (next >> bits) & 255).join('.')}`,
    });
  };
  await repeat(insert, warmUpMs);
  await repeat(create, warmUpMs);
  const pairs: { inserts: Phase; donations: Phase }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ inserts: await repeat(insert, phaseMs), donations: await repeat(create, phaseMs) });
  }
  await pool.end();
  await server.stop();
  return report(pairs);
}

/** A database of its own on the server's cluster, with one table, and ten connections to it. */
async function openScratch({ databaseUrl }: BenchServer): Promise<Pool> {
  const client = new Client({ connectionString: databaseUrl('brava') });
  await client.connect();
  await client.query('create database bench');
  await client.end();
  const pool = new Pool({
    connectionString: databaseUrl('bench'),
    max: clients,
    min: clients,
  });
  await pool.query(`create table rows (
    id bigint generated always as identity primary key, donator_name text not null, message text not null,
    address text not null unique, created_at timestamptz not null default now())`);
  return pool;
}

/** Has ten clients do the same thing over and over for a while. */
async function repeat(act: () => Promise<void>, forMs: number): Promise<Phase> {
  const times: number[] = [];
  const startedAt = performance.now();
  const work = async (): Promise<void> => {
    while (performance.now() - startedAt < forMs) {
      const before = performance.now();
      await act();
      times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return { times, perSecond: (times.length / (performance.now() - startedAt)) * 1000 };
}

function report(pairs: readonly { inserts: Phase; donations: Phase }[]): Outcome {
  const ratios = pairs.map(({ inserts, donations }) => donations.perSecond / inserts.perSecond);
  const rows = pairs.map(({ inserts, donations }, index) => {
    const { median, p99 } = spreadOf(donations.times);
    const rates = [donations.perSecond, inserts.perSecond].map((rate) => Math.round(rate));
    return [index + 1, ...rates, inPercent(ratios[index] ?? 0), inMs(median), inMs(p99)];
  });
  const all = spreadOf(pairs.flatMap(({ donations }) => donations.times));
  const rate = quantile(
    pairs.map(({ donations }) => donations.perSecond),
    0.5,
  );
  return {
    title: 'Creating donations',
    goals: [],
    body: [
      `**${Math.round(rate)} donations a second** (median of the rounds) at ${clients} clients: ${inMs(all.median)} at ` +
        `p50, ${inMs(all.p99)} at p99; ${inPercent(quantile(ratios, 0.5))} of PostgreSQL’s own rate of ` +
        'single-row inserts (median of the paired ratios).',
      markdownTable(['round', 'donations/s', 'inserts/s', 'ratio', 'POST p50', 'POST p99'], rows),
      `\`POST /api/donations\` by ${clients} concurrent clients for ${phaseMs / 1000} s, after the same time of ` +
        'one-row `INSERT`s (a key, a unique column, three short texts, its own transaction, fsync on) into the same ' +
        `cluster over ${clients} connections; ${rounds} such rounds in turn. The inserts come from this load generator ` +
        'by the library `pg`, because the packaged PostgreSQL has no pgbench: on two cores they are a lower bound of ' +
        'what the server could do. Creating a donation is several statements, a derived key, and a new address to watch; here ' +
        `they go round ${streamerCount} streamers, each from another donor’s address.`,
    ].join('\n\n'),
  };
}
