import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { call } from './lib/call.ts';
import { donorAddress } from './lib/donor-address.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { barChart, markdownTable } from './lib/markdown.ts';
import { residentBytes } from './lib/memory-use.ts';
import { memoryProbe, probeMemory } from './lib/probe-memory.ts';
import { quantile } from './lib/quantiles.ts';
import { registerStreamers } from './lib/register-streamers.ts';
import { openSandboxRpc } from './lib/sandbox-rpc.ts';
import type { LoadOrder, LoadResult } from './lib/donor-load.ts';
import { startLoad } from './lib/start-load.ts';
import { describeAllocator, serviceAllocator } from './lib/service-allocator.ts';
import { type BenchServer, startServer } from './lib/start-server.ts';
import { makeTemporaryFolder } from './lib/temporary-folder.ts';

const counts = { few: 1000, many: 100_000 };
const streamerCount = 100;
const clients = 10;
/** One donation of so many is paid and goes all the way. */
const paidOneOf = 100;
const paidLamports = 100_000_000;
const readings = 5;
const goalRatio = 1.1;
const patienceMs = 25 * 60_000;
/** How long a server has little to do before it is read: what it needed for all that expired, it returns meanwhile. */
const restMs = 240_000;

/** Bytes. */
interface Memory {
  heap: number;
  resident: number;
}

/** A server with its donations behind it. */
interface Subject {
  server: BenchServer;
  memoryFile: string;
  count: number;
  /** Right after the last one was created, while they are all open. */
  whileOpen: Memory;
}

/** Whether a server that has had very many donations needs more memory than one that has had few. */
export async function measureDonationMemory(context: FigureContext): Promise<Outcome> {
  const many = context.size?.addresses ?? counts.many;
  const few = Math.min(counts.few, many);
  // Side by side, because an address stays open for ten minutes: they wait once.
  const subjects = [await prepare(context, few), await prepare(context, many)];
  for (const subject of subjects) await waitUntilOver(subject.server);
  await sleep(restMs);
  const residents = await readInTurn(subjects, ({ server }) => residentBytes(server.pid));
  const heaps = await readInTurn(subjects, readHeap);
  for (const { server } of subjects) await server.stop();
  return report(subjects, { heap: heaps, resident: residents });
}

/** What each of the two holds, round by round: first all of one kind, since a collection changes the other. */
async function readInTurn(
  subjects: readonly Subject[],
  read: (subject: Subject) => Promise<number>,
): Promise<number[][]> {
  const bytes: number[][] = subjects.map(() => []);
  for (let round = 0; round < readings; round += 1) {
    for (const [index, subject] of subjects.entries()) bytes[index]?.push(await read(subject));
    await sleep(2000);
  }
  return bytes;
}

async function prepare(context: FigureContext, count: number): Promise<Subject> {
  const memoryFile = join(await makeTemporaryFolder(context.cleanUp), 'heap');
  const server = await startServer(context, {
    TRUST_PROXY: '127.0.0.1',
    OPEN_DONATIONS_PER_LINK: '1000000',
    LIMIT_CREATE_DONATION: 'all=100000000/1h',
    NODE_OPTIONS: `--import=${memoryProbe}`,
    MEMORY_PROBE_FILE: memoryFile,
    ...serviceAllocator(),
  });
  const codes = (await registerStreamers(server.url, streamerCount)).map(({ donationCode }) => donationCode);
  const donors = startLoad<LoadOrder, LoadResult>('donor-load.ts', context.cleanUp);
  const port = Number(new URL(server.url).port);
  const unpaid = count - Math.floor(count / paidOneOf);
  let made = 0;
  while (made < unpaid) {
    // A second at a time, and the last few one by one, so that it is neither much more nor less.
    const atOnce = unpaid - made > 5000 ? clients : 1;
    const { times } = await donors.run({
      port,
      clients: atOnce,
      forMs: atOnce === 1 ? 200 : 1000,
      codes,
      from: made,
    });
    made += times.length;
  }
  const rpc = openSandboxRpc(server);
  for (let paid = 0; paid < count / paidOneOf; paid += 1) {
    const body = { linkCode: codes[paid % codes.length], donatorName: 'Bench', message: '' };
    const from = donorAddress(made + paid);
    const { walletAddress } = await call(server.url, 'createDonation', { body, from });
    await rpc.ask('requestAirdrop', [walletAddress, paidLamports]);
  }
  const resident = await residentBytes(server.pid);
  const whileOpen = { resident, heap: await readHeap({ server, memoryFile }) };
  return { server, memoryFile, count: made + Math.ceil(count / paidOneOf), whileOpen };
}

/** Nothing is open and nothing is waiting to be passed on. Throws when that takes too long. */
async function waitUntilOver({ databaseUrl }: BenchServer): Promise<void> {
  const db = new Client({ connectionString: databaseUrl('brava') });
  await db.connect();
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await db.query<{ open: string }>(
      `select count(*) as open from donations where (paid_at is null and expired_at is null) or
         (paid_at is not null and swept_at is null)`,
    );
    if (rows[0]?.open === '0') break;
    if (performance.now() > deadline) throw new Error(`${rows[0]?.open} donations are still under way.`);
    await sleep(2000);
  }
  await db.end();
}

/** The heap of a server after a full collection, in bytes. */
async function readHeap({ server, memoryFile }: Pick<Subject, 'server' | 'memoryFile'>): Promise<number> {
  return (await probeMemory(server.pid, memoryFile)).heapBytes;
}

/** `read`: bytes of each server, round by round. */
function report(subjects: readonly Subject[], read: Record<keyof Memory, number[][]>): Outcome {
  const ratios = (part: keyof Memory): number[] =>
    (read[part][0] ?? []).map((few, round) => (read[part][1]?.[round] ?? 0) / few);
  const goal = (part: keyof Memory, what: string) => ({
    what: `${what} after ${subjects[1]?.count} donations against after ${subjects[0]?.count}: ≤ ${goalRatio}×`,
    measured: inRange(ratios(part)),
    isMet: quantile(ratios(part), 0.5) <= goalRatio,
  });
  const middle = (index: number, part: keyof Memory): number => quantile(read[part][index] ?? [], 0.5);
  const rows = subjects.map(({ count, whileOpen }, index) => [
    count,
    inMb(middle(index, 'heap')),
    inMb(middle(index, 'resident')),
    inMb(whileOpen.heap),
    inMb(whileOpen.resident),
  ]);
  return {
    title: 'Memory after many donations',
    goals: [goal('heap', 'heap after a collection'), goal('resident', 'resident memory')],
    body: [
      barChart(
        subjects.map(({ count }, index) => ({
          label: `heap after ${count}`,
          value: middle(index, 'heap'),
          text: inMb(middle(index, 'heap')),
        })),
      ),
      markdownTable(
        ['donations', 'heap, over', 'resident, over', 'heap, all open', 'resident, all open'],
        rows,
      ),
      `${describeAllocator()} Two servers side by side, each with its own database and sandbox chain, ${streamerCount} streamers, and donations ` +
        `made through \`POST /api/donations\`, one of ${paidOneOf} of them paid and passed on. 'All open' is right after the ` +
        'last was created: what the server then holds for each address that it watches is meant. Then all expire, ten ' +
        `minutes later; ${restMs / 1000} s after the last of them, in which both servers have little to do, memory is read ` +
        `${readings} times in turn: the resident memory as the system counts it, of the server process alone; then the ` +
        'heap after a full collection.',
    ].join('\n\n'),
  };
}

function inRange(ratios: readonly number[]): string {
  const [middle, least, most] = [quantile(ratios, 0.5), Math.min(...ratios), Math.max(...ratios)];
  return `${middle.toFixed(2)}× (${least.toFixed(2)}–${most.toFixed(2)})`;
}

function inMb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
