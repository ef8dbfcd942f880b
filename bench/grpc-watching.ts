import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getBase58Decoder } from '@solana/kit';
import { sizeOf } from '#server/test/yellowstone/published-geyser.ts';
import { startYellowstoneServer } from '#server/test/yellowstone/yellowstone-server.ts';
import type { FeedCommand, FeedReport } from './lib/feed-process.ts';
import type { Figure, Outcome } from './lib/figure.ts';
import { barChart, markdownTable } from './lib/markdown.ts';
import { inTimes, measureInTurn, type Pair, pairedRatio } from './lib/paired-rounds.ts';
import { startPubsubServer } from './lib/pubsub-server.ts';
import { quantile } from './lib/quantiles.ts';

const usual = { sizes: [10_000, 100_000], windowMs: 60_000 };
const rounds = 7;
const changesPerRound = 200;
const changeEveryMs = 5;
const triedWindowMs = 5000;
/** An address is open for ten minutes: so much of all comes and goes in a tenth of a second. */
const lifeMs = 600_000;
const stepMs = 100;
const slotMs = 400;
const longestWaitMs = 120_000;
const base58 = getBase58Decoder();
const processFile = fileURLToPath(new URL('lib/feed-process.ts', import.meta.url));

/** A server and the feed that listens to it. */
interface Side {
  name: string;
  /** Messages and bytes that the server has received. */
  received(): { messages: number; bytes: number };
  tellChange(address: string, slot: bigint): void;
  /** Resolves when the feed without addresses is live. */
  live: Promise<unknown>;
  command(command: FeedCommand): void;
  /** The next report of a kind. */
  next<T extends FeedReport['told']>(told: T): Promise<Extract<FeedReport, { told: T }>>;
}

/** What a feed costs over a minute. */
interface Cost {
  open: number;
  name: string;
  messages: number;
  megabytes: number;
  firstMs: number;
  memoryMegabytes: number;
  cpuShare: number;
}

/** Watching over one Yellowstone stream beside watching over one WebSocket: messages, memory, processor time, delay. */
export const measureGrpcWatching: Figure = async ({ size }) => {
  const { sizes, windowMs } = size === null ? usual : { sizes: [size.addresses], windowMs: triedWindowMs };
  const costs: Cost[] = [];
  const delays: { open: number; pairs: Pair[] }[] = [];
  for (const open of sizes) {
    await using cleanUp = new AsyncDisposableStack();
    const addresses = Array.from({ length: open }, () => base58.decode(randomBytes(32)));
    const ours = await startYellowstoneSide(cleanUp);
    const floor = await startPubsubSide(cleanUp);
    const starts = [await start(ours, addresses), await start(floor, addresses)];
    const pairs = await measureInTurn(rounds, {
      ours: () => measureDelay(ours, addresses),
      floor: () => measureDelay(floor, addresses),
    });
    delays.push({ open, pairs });
    for (const [place, side] of [ours, floor].entries()) {
      const cost = await measureMinute(side, [...addresses], windowMs);
      costs.push({ open, name: side.name, ...cost, ...starts[place]! });
    }
    console.log(`  ${open} open: ${JSON.stringify(costs.slice(-2))} ${inTimes(pairedRatio(pairs))}`);
  }
  return report(costs, delays);
};

async function startYellowstoneSide(cleanUp: AsyncDisposableStack): Promise<Side> {
  const server = await startYellowstoneServer({ messageBytes: 64 * 1024 * 1024 });
  cleanUp.defer(() => server.die());
  const received = { messages: 0, bytes: 0 };
  const count = () => {
    for (const request of server.requests.splice(0)) {
      received.messages += 1;
      received.bytes += sizeOf(request);
    }
    return { ...received };
  };
  const counting = setInterval(count, 1000);
  cleanUp.defer(() => clearInterval(counting));
  return { name: 'Yellowstone', received: count, ...server, ...startProcess(server, cleanUp) };
}

async function startPubsubSide(cleanUp: AsyncDisposableStack): Promise<Side> {
  const server = await startPubsubServer();
  cleanUp.defer(() => server.stop());
  return {
    name: 'WebSocket',
    ...server,
    received: () => ({ ...server.received }),
    ...startProcess(server, cleanUp),
  };
}

/** A feed in a process of its own; slots come as long as it lives. */
function startProcess(server: { url: string; tellSlot(slot: bigint): void }, cleanUp: AsyncDisposableStack) {
  const child: ChildProcess = fork(processFile, { execArgv: ['--expose-gc'] });
  let slot = 1000n;
  const slots = setInterval(() => server.tellSlot((slot += 1n)), slotMs);
  cleanUp.defer(() => {
    clearInterval(slots);
    child.kill();
  });
  const next: Side['next'] = (told) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The feed did not tell ‘${told}’ in time.`)),
        longestWaitMs,
      );
      const hear = (report: FeedReport): void => {
        if (report.told !== told) return;
        clearTimeout(timer);
        child.off('message', hear);
        resolve(report as never);
      };
      child.on('message', hear);
    });
  const command = (order: FeedCommand): void => void child.send(order);
  const live = next('live');
  command({ do: 'open', url: server.url });
  return { live, command, next };
}

/** Watches all addresses at once, as after a restart, and waits until the server tells of the last one. */
async function start(
  side: Side,
  addresses: readonly string[],
): Promise<Pick<Cost, 'firstMs' | 'memoryMegabytes'>> {
  await side.live;
  const empty = await weigh(side);
  const startedAt = performance.now();
  side.command({ do: 'change', add: [...addresses], remove: [] });
  const heard = side.next('change');
  const asking = setInterval(() => side.tellChange(addresses.at(-1) ?? '', 1n), 10);
  await heard;
  clearInterval(asking);
  const firstMs = performance.now() - startedAt;
  await sleep(2000);
  return { firstMs, memoryMegabytes: ((await weigh(side)).bytes - empty.bytes) / 1e6 };
}

async function weigh(side: Side) {
  const weight = side.next('weight');
  side.command({ do: 'weigh' });
  return await weight;
}

/** Median milliseconds from the server's writing to `onChange`, over single changes a few milliseconds apart. */
async function measureDelay(side: Side, addresses: readonly string[]): Promise<number> {
  const delays: number[] = [];
  for (let count = 0; count < changesPerRound; count += 1) {
    const address = addresses[Math.floor((count / changesPerRound) * addresses.length)] ?? '';
    const heard = side.next('change');
    const toldAt = process.hrtime.bigint();
    side.tellChange(address, 1n);
    delays.push(Number(BigInt((await heard).at) - toldAt) / 1e6);
    await sleep(changeEveryMs);
  }
  return quantile(delays, 0.5);
}

/** A minute in which a six-hundredth of the addresses comes and goes a second and ten a second change. */
async function measureMinute(
  side: Side,
  addresses: string[],
  windowMs: number,
): Promise<Pick<Cost, 'messages' | 'megabytes' | 'cpuShare'>> {
  const [before, weightBefore] = [side.received(), await weigh(side)];
  const startedAt = performance.now();
  let changed = 0;
  while (performance.now() - startedAt < windowMs) {
    const due = Math.floor(((performance.now() - startedAt) / lifeMs) * addresses.length) - changed;
    const add = Array.from({ length: due }, () => base58.decode(randomBytes(32)));
    side.command({ do: 'change', add, remove: addresses.splice(0, due) });
    addresses.push(...add);
    changed += due;
    side.tellChange(addresses[changed % addresses.length] ?? '', 1n);
    await sleep(stepMs);
  }
  const tookMs = performance.now() - startedAt;
  const [after, weight] = [side.received(), await weigh(side)];
  return {
    messages: after.messages - before.messages,
    megabytes: (after.bytes - before.bytes) / 1e6,
    cpuShare: (weight.cpuMs - weightBefore.cpuMs) / tookMs,
  };
}

function medianOf(values: number[]): string {
  return `${quantile(values, 0.5).toFixed(2)} ms`;
}

function report(costs: readonly Cost[], delays: readonly { open: number; pairs: Pair[] }[]): Outcome {
  return {
    title: 'Watching over Yellowstone gRPC',
    goals: [],
    body: [
      'What the feed costs in the process that listens:',
      markdownTable(
        [
          'open',
          'over',
          'all asked for after',
          'memory',
          'messages sent a minute',
          'MB sent a minute',
          'processor',
        ],
        costs.map((cost) => [
          cost.open,
          cost.name,
          `${cost.firstMs.toFixed(0)} ms`,
          `${cost.memoryMegabytes.toFixed(1)} MB`,
          cost.messages,
          cost.megabytes.toFixed(1),
          `${(cost.cpuShare * 100).toFixed(1)} %`,
        ]),
      ),
      barChart(
        costs.map(({ open, name, cpuShare }) => ({
          label: `${open} ${name}`,
          value: cpuShare,
          text: `${(cpuShare * 100).toFixed(1)} % of a processor`,
        })),
      ),
      'From the server’s writing of an update to `onChange`:',
      markdownTable(
        ['open', 'Yellowstone', 'WebSocket', 'ratio'],
        delays.map(({ open, pairs }) => [
          open,
          medianOf(pairs.map(({ ours }) => ours)),
          medianOf(pairs.map(({ floor }) => floor)),
          inTimes(pairedRatio(pairs)),
        ]),
      ),
      `Each feed runs in a process of its own beside a server on loopback in the figure’s process: the Yellowstone server of the ` +
        `tests, made from the published messages, which reads requests of up to 64 MB here, and a bare PubSub server. Delays: ` +
        `medians of ${changesPerRound} single updates, ${rounds} rounds in turn. The minute: slots every ${slotMs} ms, ten updates a ` +
        `second, and 1/600 of the addresses coming and going a second, a tenth of that at a time, as with donations that are ` +
        `open for ten minutes. Memory: heap and buffers after a collection, above a feed without addresses; both hold the ` +
        `list of addresses. 'All asked for' ends with the first update of the last of all addresses, watched at once. Not ` +
        `measured: a real node, encryption, a network.`,
    ].join('\n\n'),
  };
}
