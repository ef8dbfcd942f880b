import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { type BravaBesideFloor, openBravaBesideFloor } from './lib/brava-beside-floor.ts';
import type { FigureContext, Outcome } from './lib/figure.ts';
import { barChart, markdownTable } from './lib/markdown.ts';
import { type Fleet, type FleetMember, openFleet } from './lib/open-fleet.ts';
import { inTimes, pairedRatio } from './lib/paired-rounds.ts';
import { addPaidDonations, addStreamers, type PlantedStreamer } from './lib/plant-alerts.ts';
import { addSessions } from './lib/plant-sessions.ts';
import { quantile } from './lib/quantiles.ts';

const overlayCount = 8000;
const dashboardCount = 2000;
const rounds = 5;
const alertCount = 100;
const goal = 2;
const connectWithinMs = 180_000;
/** Sent again, an alert would come after its card and the acknowledgement's patience. */
const repeatWithinMs = 12_000;
const settleMs = 2000;

/** One restart. Times in milliseconds, from the moment at which the new process listens. */
interface Restart {
  awayMs: number;
  p50: number;
  p99: number;
  last: number;
  failed: number;
  lost: number;
  /** Shown twice; and sent again, which the page drops. */
  twice: number;
  sentAgain: number;
}

interface Crowd {
  db: Client;
  streamers: readonly PlantedStreamer[];
  members: readonly FleetMember[];
  /** How often this many alerts fell due in the next restart. */
  alerts: number;
}

/** Overlays and dashboards come back after a restart, beside as many clients of a bare `ws` server. */
export async function measureReconnect(context: FigureContext): Promise<Outcome> {
  const overlays = context.size?.streamers ?? overlayCount;
  const dashboards = context.size === null ? dashboardCount : Math.ceil(overlays / 4);
  const servers = await openBravaBesideFloor(context);
  const crowd = await gather(servers.db, overlays, dashboards);
  const ours: Restart[] = [];
  const floor: Restart[] = [];
  const wanted = context.size === null ? rounds : context.size.addresses;
  // A floor that came back at once would meet clients in another phase of their back-off.
  let awayMs = 3000;
  const sides = {
    ours: async () => {
      const restart = await restartOnce(context, 'brava', { servers, crowd, awayMs: 0 });
      awayMs = restart.awayMs;
      ours.push(restart);
    },
    floor: async () => void floor.push(await restartOnce(context, 'bare', { servers, crowd, awayMs })),
  };
  for (let round = 0; round < wanted; round += 1) {
    for (const side of round % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const))
      await sides[side]();
    console.log(`  round ${round + 1}: ${JSON.stringify({ ours: ours.at(-1), floor: floor.at(-1) })}`);
  }
  return report({ overlays, dashboards }, { ours, floor });
}

async function gather(db: Client, overlays: number, dashboards: number): Promise<Crowd> {
  const streamers = await addStreamers(db, overlays);
  const signedIn = streamers.slice(0, dashboards);
  const tokens = await addSessions(
    db,
    signedIn.map(({ id }) => id),
  );
  const members: FleetMember[] = [
    ...streamers.map(({ widgetCode }) => ({ role: 'overlay' as const, code: widgetCode })),
    ...signedIn.map(({ id }, index) => ({
      role: 'dashboard' as const,
      userId: id,
      token: tokens[index] ?? '',
    })),
  ];
  // Mixed, as they come in life: every process of clients has its share of both.
  const mixed = members
    .map((member, index) => ({ member, turn: (index * 7919) % members.length }))
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ member }) => member);
  return { db, streamers, members: mixed, alerts: Math.min(alertCount, overlays) };
}

/** Connects everybody, takes the server away and brings it back; `awayMs` is the least time that it is away. */
async function restartOnce(
  { cleanUp }: FigureContext,
  kind: 'brava' | 'bare',
  { servers, crowd, awayMs }: { servers: BravaBesideFloor; crowd: Crowd; awayMs: number },
): Promise<Restart> {
  const start = () => (kind === 'brava' ? servers.startBrava() : servers.startFloor());
  const first = await start();
  const fleet = openFleet(kind, first.url, crowd.members);
  cleanUp.defer(() => fleet.close());
  await fleet.waitForAll(connectWithinMs);
  await sleep(settleMs);
  await fleet.forget();
  const goneAtMs = Date.now();
  await first.stop();
  const due = kind === 'brava' ? await addDue(crowd) : [];
  const spentMs = Date.now() - goneAtMs;
  await sleep(Math.max(0, awayMs - spentMs));
  const second = await start();
  const listensAtMs = Date.now();
  const { admittedAtMs, failed } = await fleet.waitForAll(connectWithinMs);
  const waits = admittedAtMs.map((atMs) => Math.max(0, atMs - listensAtMs));
  const cards = await countCards(fleet, due);
  await fleet.close();
  await second.stop();
  return {
    awayMs: listensAtMs - goneAtMs,
    p50: quantile(waits, 0.5),
    p99: quantile(waits, 0.99),
    last: quantile(waits, 1),
    failed,
    ...cards,
  };
}

/** Payments that fall due while nobody is there, each for another streamer; those from the end have no dashboard. */
async function addDue({ db, streamers, alerts }: Crowd): Promise<string[]> {
  const donations = await addPaidDonations(db, streamers.slice(-alerts));
  return donations.map(({ id }) => id);
}

async function countCards(
  fleet: Fleet,
  due: readonly string[],
): Promise<Pick<Restart, 'lost' | 'twice' | 'sentAgain'>> {
  if (due.length === 0) return { lost: 0, twice: 0, sentAgain: 0 };
  await sleep(repeatWithinMs);
  const { cards } = await fleet.report();
  const cameFor = (id: string) => cards.filter(({ donationId }) => donationId === id);
  // The page drops what has the id of an alert that it knows.
  const shownFor = (id: string) => new Set(cameFor(id).map(({ alertId }) => alertId)).size;
  return {
    lost: due.filter((id) => shownFor(id) === 0).length,
    twice: due.filter((id) => shownFor(id) > 1).length,
    sentAgain: due.filter((id) => cameFor(id).length > shownFor(id)).length,
  };
}

function report(
  { overlays, dashboards }: { overlays: number; dashboards: number },
  { ours, floor }: { ours: Restart[]; floor: Restart[] },
): Outcome {
  const ratioOf = (what: 'p50' | 'p99' | 'last') =>
    pairedRatio(ours.map((one, round) => ({ ours: one[what], floor: floor[round]?.[what] ?? Number.NaN })));
  const seconds = (restarts: Restart[], what: 'p50' | 'p99' | 'last' | 'awayMs'): number =>
    quantile(
      restarts.map((one) => one[what] / 1000),
      0.5,
    );
  const sum = (what: 'lost' | 'twice' | 'sentAgain'): number =>
    ours.reduce((total, one) => total + one[what], 0);
  const last = ratioOf('last');
  const goals = [
    {
      what: `until the last is back ≤ ${goal}× of bare ws`,
      measured: inTimes(last),
      isMet: last.median <= goal,
    },
    { what: 'no alert lost', measured: `${sum('lost')} lost`, isMet: sum('lost') === 0 },
    { what: 'no card shown twice', measured: `${sum('twice')} shown twice`, isMet: sum('twice') === 0 },
  ];
  const body = [
    markdownTable(
      ['back after', 'Brava', 'bare `ws`', 'ratio: median (least–most)'],
      (['p50', 'p99', 'last'] as const).map((what) => [
        { p50: 'half of them', p99: '99 of 100', last: 'the last' }[what],
        `${seconds(ours, what).toFixed(2)} s`,
        `${seconds(floor, what).toFixed(2)} s`,
        inTimes(ratioOf(what)),
      ]),
    ),
    barChart([
      bar('Brava, half', seconds(ours, 'p50')),
      bar('bare ws, half', seconds(floor, 'p50')),
      bar('Brava, last', seconds(ours, 'last')),
      bar('bare ws, last', seconds(floor, 'last')),
    ]),
    `${overlays.toLocaleString('en')} overlays and ${dashboards.toLocaleString('en')} dashboards are connected when the ` +
      'server is told to end (SIGTERM) and started again. Times count from the moment at which the new process says that it ' +
      'is ready until a client has `obs_connected` or `streamer_connected`; at the floor, until it is told that it is in ' +
      'its room, which is all that the floor does. Brava was away for ' +
      `${seconds(ours, 'awayMs').toFixed(1)} s, and the floor is kept away as long (${seconds(floor, 'awayMs').toFixed(1)} s), ` +
      "so that clients are in the same phase of their back-off. That is socket.io-client's own with the product's " +
      'settings, on both sides; the rest of the client speaks the protocols itself over `ws`, because 10,000 of ' +
      'socket.io-client would keep the two cores busy by themselves. Clients are in processes of 2,500, on the same ' +
      `machine. Payments of ${Math.min(alertCount, overlays)} streamers are recorded while the server is away; each must ` +
      `come to its overlay once; ${sum('sentAgain')} were sent again before they were acknowledged, which the page drops by ` +
      'their id. A fresh process in each round, a WebSocket straight away, no TLS.',
  ];
  return { title: 'Everybody comes back after a restart', goals, body: body.join('\n\n') };
}

function bar(label: string, value: number): { label: string; value: number; text: string } {
  return { label, value, text: `${value.toFixed(1)} s` };
}
