import { setTimeout as sleep } from 'node:timers/promises';
import { openBravaBesideFloor, type ProbedServer } from './lib/brava-beside-floor.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { barChart, markdownTable } from './lib/markdown.ts';
import { openFleet } from './lib/open-fleet.ts';
import { inTimes, type Pair, pairedRatio } from './lib/paired-rounds.ts';
import { addStreamers, type PlantedStreamer } from './lib/plant-alerts.ts';
import { type Held, memoryProbe, probeMemory } from './lib/probe-memory.ts';
import { quantile } from './lib/quantiles.ts';
import { describeAllocator } from './lib/service-allocator.ts';

const overlayCount = 10_000;
const rounds = 5;
const goal = 2.2;
/** Three rounds of pings, whatever ends by a timer after a connection began, and until what a start has freed is given back. */
const idleMs = 35_000;
const connectWithinMs = 120_000;

/** What one connected overlay adds to a process, in bytes. */
type PerSocket = Held;

/** Memory of a connected overlay at 10,000 of them, beside as many sockets of a bare `ws` server that know their room. */
export async function measureSocketMemory(context: FigureContext): Promise<Outcome> {
  const count = context.size?.streamers ?? overlayCount;
  const servers = await openBravaBesideFloor(context);
  const streamers = await addStreamers(servers.db, count);
  const ours: PerSocket[] = [];
  const floor: PerSocket[] = [];
  const sides = {
    ours: async () =>
      void ours.push(
        await measureOne(context, 'brava', {
          start: () => servers.startBrava(['--import', memoryProbe]),
          streamers,
        }),
      ),
    floor: async () =>
      void floor.push(
        await measureOne(context, 'bare', {
          start: () => servers.startFloor(['--import', memoryProbe]),
          streamers,
        }),
      ),
  };
  const wanted = context.size === null ? rounds : context.size.addresses;
  for (let round = 0; round < wanted; round += 1) {
    for (const side of round % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const))
      await sides[side]();
    console.log(`  round ${round + 1}: ${JSON.stringify({ ours: ours.at(-1), floor: floor.at(-1) })}`);
  }
  return report(count, { ours, floor });
}

/** Starts a server afresh, weighs it empty and with all overlays connected, and ends both. */
async function measureOne(
  { cleanUp }: FigureContext,
  kind: 'brava' | 'bare',
  { start, streamers }: { start: () => Promise<ProbedServer>; streamers: readonly PlantedStreamer[] },
): Promise<PerSocket> {
  const server = await start();
  await sleep(idleMs);
  const before = await probeMemory(server.pid, server.memoryFile);
  const members = streamers.map(({ widgetCode }) => ({ role: 'overlay' as const, code: widgetCode }));
  const fleet = openFleet(kind, server.url, members);
  cleanUp.defer(() => fleet.close());
  await fleet.waitForAll(connectWithinMs);
  await sleep(idleMs);
  const after = await probeMemory(server.pid, server.memoryFile);
  const { failed } = await fleet.report();
  if (failed > 0) console.log(`  ${failed} attempts to connect failed`);
  await fleet.close();
  await server.stop();
  return {
    residentBytes: (after.residentBytes - before.residentBytes) / streamers.length,
    heapBytes: (after.heapBytes - before.heapBytes) / streamers.length,
  };
}

function report(count: number, { ours, floor }: { ours: PerSocket[]; floor: PerSocket[] }): Outcome {
  const pairsOf = (what: keyof PerSocket): Pair[] =>
    ours.map((one, round) => ({ ours: one[what], floor: floor[round]?.[what] ?? Number.NaN }));
  const resident = pairedRatio(pairsOf('residentBytes'));
  const heap = pairedRatio(pairsOf('heapBytes'));
  const kb = (held: PerSocket[], what: keyof PerSocket): number =>
    quantile(
      held.map((one) => one[what] / 1024),
      0.5,
    );
  const goals = [
    {
      what: `resident memory per overlay ≤ ${goal}× of bare ws`,
      measured: inTimes(resident),
      isMet: resident.median <= goal,
    },
  ];
  const body = [
    markdownTable(
      ['per connected overlay', 'Brava', 'bare `ws`', 'ratio: median (least–most)'],
      (['residentBytes', 'heapBytes'] as const).map((what) => [
        what === 'residentBytes' ? 'resident memory' : 'JavaScript heap',
        `${kb(ours, what).toFixed(1)} KiB`,
        `${kb(floor, what).toFixed(1)} KiB`,
        inTimes(what === 'residentBytes' ? resident : heap),
      ]),
    ),
    barChart([
      bar('Brava, resident', kb(ours, 'residentBytes')),
      bar('bare ws, resident', kb(floor, 'residentBytes')),
      bar('Brava, heap', kb(ours, 'heapBytes')),
      bar('bare ws, heap', kb(floor, 'heapBytes')),
    ]),
    `${count.toLocaleString('en')} overlays of as many streamers, each on a WebSocket of its own with the headers of ` +
      'OBS: in the namespace, announced with `obs_connect`, in their rooms, written down as open, and answering the ' +
      "server's pings. The floor is a `ws` server that keeps its sockets in rooms and sends nothing. Each side is a " +
      `fresh process in each of ${ours.length} rounds, clients are in other processes. ` +
      `${describeAllocator()} A process is weighed ${idleMs / 1000} s after it was ready and as long after the last of them came, both times ` +
      'after a full garbage collection, and the difference is divided by their number. What the kernel holds for a ' +
      'connection, and PostgreSQL, are not in it.',
  ];
  return { title: 'Memory of a connected overlay', goals, body: body.join('\n\n') };
}

function bar(label: string, value: number): { label: string; value: number; text: string } {
  return { label, value, text: `${value.toFixed(1)} KiB` };
}
