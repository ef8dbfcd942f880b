import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFfmpeg } from '#server/media/normalise/normalise-clip.ts';
import { call } from './lib/call.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { markdownTable } from './lib/markdown.ts';
import { residentBytes, watchMemory } from './lib/memory-use.ts';
import { type Spread, spreadOf } from './lib/quantiles.ts';
import { registerStreamers } from './lib/register-streamers.ts';
import { type SentUploads, sendUploads } from './lib/send-uploads.ts';
import { type BenchServer, startServer } from './lib/start-server.ts';
import { inMs, inSeconds } from './lib/units.ts';

const atOnce = 50;
const singles = 10;
const warmUps = 5;
const statusEveryMs = 20;
const settleMs = 2000;
const sampleMs = 5;
const mostGrowthMb = 10;
const mostStatusMs = 100;
const mb = 1e6;

/** Status calls that never wait for each other's answers. */
const agent = new Agent({ keepAlive: true, maxSockets: 200 });

/** What uploads of the largest file cost: memory of the server, and time of those who only ask for a status. */
export async function measureUploads(context: FigureContext): Promise<Outcome> {
  const server = await startServer(context);
  const statusPath = await createDonation(server);
  const atStart = await residentBytes(server.pid);
  const endWarmUp = watchMemory(server.pid, sampleMs);
  for (let round = 0; round < warmUps; round += 1) await sendUploads(server.url, 1);
  const firstGrowth = (await endWarmUp()) - atStart;
  const growths: number[] = [];
  for (let round = 0; round < singles; round += 1) growths.push(await growthOf(server));
  const quiet = await timeStatusCalls(server, statusPath, () => sleep(5000));
  let uploads: SentUploads = { times: [], refused: 0 };
  const before = await residentBytes(server.pid);
  const endMemory = watchMemory(server.pid, sampleMs);
  const loaded = await timeStatusCalls(server, statusPath, async () => {
    uploads = await sendUploads(server.url, atOnce);
  });
  const growth = (await endMemory()) - before;
  await server.stop();
  const hasFfmpeg = (await findFfmpeg()) !== null;
  return report({ growths, quiet, loaded, uploads, growth, firstGrowth, hasFfmpeg });
}

async function createDonation(server: BenchServer): Promise<string> {
  const [streamer] = await registerStreamers(server.url, 1);
  const { id } = await call(server.url, 'createDonation', { body: { linkCode: streamer?.donationCode } });
  return `/api/donations/status/${id}`;
}

/** How much the server's memory rises while it takes in one file, from where it had come to rest. */
async function growthOf(server: BenchServer): Promise<number> {
  await sleep(settleMs);
  const before = await residentBytes(server.pid);
  const endMemory = watchMemory(server.pid, sampleMs);
  await sendUploads(server.url, 1);
  return (await endMemory()) - before;
}

/** Asks for a status every 20 ms, whatever became of the last ones, until the work is done. Times in ms. */
async function timeStatusCalls(
  { url }: BenchServer,
  path: string,
  work: () => Promise<unknown>,
): Promise<Spread> {
  const asked: Promise<number>[] = [];
  const timer = setInterval(() => asked.push(ask(`${url}${path}`)), statusEveryMs);
  await work();
  clearInterval(timer);
  return spreadOf(await Promise.all(asked));
}

/** Asks once and returns how long it took, in ms. Throws on any other answer than 200. */
function ask(url: string): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent }, (response) => {
      text(response).then((answer) => {
        if (response.statusCode === 200) resolve(performance.now() - startedAt);
        else reject(new Error(`${url} answered ${response.statusCode}: ${answer}`));
      }, reject);
    });
    sent.once('error', reject);
    sent.end();
  });
}

function report(found: {
  growths: number[];
  quiet: Spread;
  loaded: Spread;
  uploads: SentUploads;
  growth: number;
  firstGrowth: number;
  hasFfmpeg: boolean;
}): Outcome {
  const { growths, quiet, loaded, uploads, growth, hasFfmpeg } = found;
  const one = spreadOf(growths.map((bytes) => bytes / mb));
  return {
    title: 'Uploading clips',
    goals: [
      {
        what: `memory of the server while it takes in a file of 5 MB: at most ${mostGrowthMb} MB more`,
        measured: `median ${one.median.toFixed(1)} MB, at most ${one.max.toFixed(1)} MB in ${one.count} uploads`,
        isMet: one.max <= mostGrowthMb,
      },
      {
        what: `status calls while ${atOnce} such files come at once: p99 at most ${mostStatusMs} ms`,
        measured: `p99 ${inMs(loaded.p99)} of ${loaded.count} calls`,
        isMet: loaded.p99 <= mostStatusMs,
      },
    ],
    body: [
      markdownTable(
        ['status calls', 'p50', 'p90', 'p99', 'slowest'],
        [
          ['before', ...columnsOf(quiet, inMs)],
          [`during ${atOnce} uploads`, ...columnsOf(loaded, inMs)],
          ['the uploads themselves', ...columnsOf(spreadOf(uploads.times), inSeconds)],
        ],
      ),
      `Of the ${atOnce} uploads ${uploads.refused} were refused as busy. The server’s memory rose by ${(growth / mb).toFixed(1)} MB. The first ${warmUps} uploads ` +
        `after the start, before those that are measured, raised it by ${(found.firstGrowth / mb).toFixed(1)} MB once and for ` +
        'all: the thread that measures starts, code is loaded.',
      `Each upload is the largest file that is taken, a WAV of 5.22 MB and 13.6 s, ` +
        `${hasFfmpeg ? 'decoded, evened out and encoded anew by ffmpeg' : 'stored as it came, for want of ffmpeg'}. ` +
        `Memory is the resident memory of the server’s process, its worker threads included, read every ${sampleMs} ms; ` +
        `ffmpeg’s and PostgreSQL’s are processes of their own. Status calls go out every ${statusEveryMs} ms whether or not ` +
        'the last ones are answered, uploads from a thread of their own. Load generator, server, PostgreSQL, sandbox and ffmpeg share the machine.',
    ].join('\n\n'),
  };
}

function columnsOf({ median, p90, p99, max }: Spread, format: (value: number) => string): string[] {
  return [median, p90, p99, max].map(format);
}
