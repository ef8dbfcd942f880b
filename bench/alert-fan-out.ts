import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type CpuUse, startCpuUse } from './lib/cpu-use.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { histogram, markdownTable } from './lib/markdown.ts';
import { openOverlay } from './lib/open-overlay.ts';
import { addPaidDonations, addStreamers, type PlantedStreamer } from './lib/plant-alerts.ts';
import { type Spread, spreadOf } from './lib/quantiles.ts';
import { startServer } from './lib/start-server.ts';
import { inMs, inPercent } from './lib/units.ts';

const streamerCount = 1000;
const perSecond = 20;
const burstSize = 50;
const caughtUp = 50;
const goalMs = 100;
const patienceMs = 20_000;
const opensAtOnce = 20;

/** Cards of one overlay: which donation, and when (`performance.now()`). */
type Cards = { id: string; atMs: number }[];

interface Parts {
  db: Client;
  streamers: PlantedStreamer[];
  cardsOf: Map<string, Cards>;
}

/** From the committed outbox row to the card's event, with a thousand overlays connected; and a queue caught up. */
export async function measureAlertFanOut(context: FigureContext): Promise<Outcome> {
  const server = await startServer(context);
  const db = new Client({ connectionString: server.databaseUrl('brava') });
  await db.connect();
  context.cleanUp.defer(() => db.end());
  const [late, ...streamers] = await addStreamers(db, streamerCount + 1);
  if (late === undefined) throw new Error('There are no streamers.');
  const parts: Parts = { db, streamers, cardsOf: new Map() };
  await openAll(context, server.url, parts);
  const endCpuUse = startCpuUse(server.pid);
  const steady = await measureSteady(parts);
  const cpu = endCpuUse();
  await sleep(8000);
  const burst = await measureBurst(parts);
  const catchUp = await measureCatchUp(context, server.url, { db, streamer: late });
  return report({ steady, burst, catchUp, cpu });
}

async function openAll(context: FigureContext, url: string, { streamers, cardsOf }: Parts): Promise<void> {
  for (let index = 0; index < streamers.length; index += opensAtOnce) {
    await Promise.all(
      streamers.slice(index, index + opensAtOnce).map(async ({ id, widgetCode }) => {
        const cards: Cards = [];
        cardsOf.set(id, cards);
        const overlay = await openOverlay(url, widgetCode, (card, atMs) => cards.push({ id: card.id, atMs }));
        context.cleanUp.defer(() => overlay.close());
      }),
    );
  }
}

/** One alert for each streamer, so that none waits for another by design, at a random moment of its share of a second. */
async function measureSteady({ db, streamers, cardsOf }: Parts): Promise<Measured> {
  const startsAtMs = performance.now() + 500;
  const sent: Sent[] = [];
  for (const [index, streamer] of streamers.entries()) {
    const dueAtMs = startsAtMs + ((index + Math.random()) / perSecond) * 1000;
    await sleep(Math.max(0, dueAtMs - performance.now()));
    sent.push(await send(db, [streamer]));
  }
  return await collect(sent, cardsOf);
}

/** Alerts of many streamers that are committed together: a raid on everybody at once. */
async function measureBurst({ db, streamers, cardsOf }: Parts): Promise<Measured> {
  return await collect([await send(db, streamers.slice(0, burstSize))], cardsOf);
}

interface Sent {
  donations: { id: string; userId: string }[];
  committedAtMs: number;
}
interface Measured {
  latencies: number[];
  lost: number;
  repeated: number;
}

/** The clock starts when the commit is sent: whatever comes after it is the product's. */
async function send(db: Client, streamers: PlantedStreamer[]): Promise<Sent> {
  await db.query('begin');
  const donations = await addPaidDonations(db, streamers);
  const committedAtMs = performance.now();
  await db.query('commit');
  return { donations, committedAtMs };
}

async function collect(sent: readonly Sent[], cardsOf: Parts['cardsOf']): Promise<Measured> {
  const runs = sent.flatMap(({ donations, committedAtMs }) =>
    donations.map(({ id, userId }) => ({ id, committedAtMs, cards: cardsOf.get(userId) ?? [] })),
  );
  const deadline = performance.now() + patienceMs;
  const comings = () => runs.map(({ id, cards }) => cards.filter((card) => card.id === id));
  while (comings().some((cards) => cards.length === 0) && performance.now() < deadline) await sleep(50);
  const latencies = runs.flatMap(({ id, committedAtMs, cards }) => {
    const card = cards.find((one) => one.id === id);
    return card === undefined ? [] : [card.atMs - committedAtMs];
  });
  const repeated = comings().filter((cards) => cards.length > 1).length;
  return { latencies, lost: runs.length - latencies.length, repeated };
}

interface CatchUp {
  firstAfterMs: number;
  lastAfterMs: number;
  shown: number;
  isInOrder: boolean;
}

/** Fifty donations came while no overlay was open; then one opens, with cards that stack. */
async function measureCatchUp(
  context: FigureContext,
  url: string,
  { db, streamer }: { db: Client; streamer: PlantedStreamer },
): Promise<CatchUp> {
  await db.query(`insert into alert_settings values ($1, false, 'mask', '{}', '{}', '{}', null, true)`, [
    streamer.id,
  ]);
  const donations = await addPaidDonations(
    db,
    Array.from({ length: caughtUp }, () => streamer),
  );
  const cards: Cards = [];
  const openedAtMs = performance.now();
  const overlay = await openOverlay(url, streamer.widgetCode, ({ id }, atMs) => cards.push({ id, atMs }));
  context.cleanUp.defer(() => overlay.close());
  const deadline = openedAtMs + 60_000;
  while (cards.length < caughtUp && performance.now() < deadline) await sleep(50);
  const wanted = donations.map(({ id }) => id);
  return {
    firstAfterMs: (cards[0]?.atMs ?? Infinity) - openedAtMs,
    lastAfterMs: (cards.at(-1)?.atMs ?? Infinity) - openedAtMs,
    shown: new Set(cards.map(({ id }) => id)).size,
    isInOrder: JSON.stringify(cards.map(({ id }) => id)) === JSON.stringify(wanted),
  };
}

function report(all: { steady: Measured; burst: Measured; catchUp: CatchUp; cpu: CpuUse | null }): Outcome {
  const { steady, burst, catchUp, cpu } = all;
  const spread = spreadOf(steady.latencies);
  const lost = steady.lost + burst.lost;
  const repeated = steady.repeated + burst.repeated;
  const goals = [
    { what: `p99 ≤ ${goalMs} ms`, measured: inMs(spread.p99), isMet: spread.p99 <= goalMs },
    { what: 'no alert lost', measured: `${lost} lost`, isMet: lost === 0 },
    { what: 'no card sent twice', measured: `${repeated} sent again`, isMet: repeated === 0 },
    {
      what: `${caughtUp} alerts caught up, in order, each once`,
      measured: `${catchUp.shown} shown, ${catchUp.isInOrder ? 'in order' : 'out of order'}`,
      isMet: catchUp.shown === caughtUp && catchUp.isInOrder,
    },
  ];
  const body = [
    markdownTable(
      ['', 'alerts', 'median', 'p90', 'p99', 'max'],
      [row(`${perSecond} a second`, spread), row(`${burstSize} at once`, spreadOf(burst.latencies))],
    ),
    histogram(steady.latencies, { step: 5, steps: 25, unit: 'ms' }),
    ...(cpu === null ? [] : [describeCpu(cpu)]),
    `${streamerCount} streamers with one connected overlay each, a WebSocket of its own. One donation for each of ` +
      `them is committed at a random moment, ${perSecond} a second: the row of the donation, its alert in the outbox ` +
      'and the wake-up of its queue, as the product writes them, straight into the database. The clock starts when ' +
      'the commit is sent and stops when `show_donation` reaches the overlay; overlays acknowledge after 7 s ' +
      `meanwhile. '${burstSize} at once' is one transaction with an alert for each of ${burstSize} streamers. Caught ` +
      `up: ${caughtUp} donations came while no overlay was open; one opens with stacking cards, the first card comes ` +
      `after ${inMs(catchUp.firstAfterMs)} (the connection included), the last after ` +
      `${(catchUp.lastAfterMs / 1000).toFixed(1)} s, half a second apart by design. Server, PostgreSQL, sandbox ` +
      'chain and this load generator share the machine.',
  ];
  return { title: 'From the outbox row to a thousand overlays', goals, body: body.join('\n\n') };
}

function row(name: string, spread: Spread): (string | number)[] {
  return [name, spread.count, ...[spread.median, spread.p90, spread.p99, spread.max].map(inMs)];
}

function describeCpu(cpu: CpuUse): string {
  const parts = [cpu.server, cpu.postgres, cpu.generator, cpu.machine].map((used) => inPercent(used / 100));
  return `Processor time in percent of one core, at ${perSecond} a second:\n\n${markdownTable(
    ['server', 'PostgreSQL', 'load generator', 'whole machine, others included'],
    [parts],
  )}`;
}
