import { z } from 'zod';
import type { Assumptions } from './assumptions.ts';
import { type Week, weekSeconds } from './simulate-week.ts';

/** What one unit costs, as `bench/unit-costs.ts` measured it. */
const unitCost = z.object({
  serverMs: z.number(),
  databaseMs: z.number(),
  diskBytes: z.number(),
  walBytes: z.number(),
  rpcCalls: z.number(),
  rpcMessages: z.number(),
  memoryBytes: z.number(),
  networkBytes: z.number(),
});
export type UnitCost = z.infer<typeof unitCost>;
export const unitCosts = z.object({
  created: unitCost,
  paid: unitCost,
  openMinute: unitCost,
  closedReading: unitCost,
  overlay: unitCost,
  overlayMinute: unitCost,
  poll: unitCost,
  clip: unitCost,
});
export type UnitCosts = z.infer<typeof unitCosts>;

/** What is needed a second, by kind. */
export const demandNames = [
  'donations',
  'open',
  'readings',
  'live',
  'sockets',
  'serverMs',
  'databaseMs',
  'walBytes',
  'rpcCalls',
  'rpcMessages',
  'networkBytes',
] as const;
export type DemandName = (typeof demandNames)[number];

/** Of each kind: on average, in the busiest minute, in the busiest second, and all of the week together. */
interface Demand {
  average: number;
  busiestMinute: number;
  busiestSecond: number;
  sum: number;
}

/** The whole week, with the time of its busiest minute by the processor time of the servers. */
export interface AddedUp {
  demand: Record<DemandName, Demand>;
  busiestAt: number;
  /** Processor time of the servers in each hour, in cores. */
  coresByHour: number[];
  diskBytesAWeek: number;
  clipsAWeek: number;
}

/** Adds up what a week needs, second by second. */
export function addUp(week: Week, costs: UnitCosts, assumed: Assumptions): AddedUp {
  const demand = Object.fromEntries(
    demandNames.map((name) => [name, { average: 0, busiestMinute: 0, busiestSecond: 0, sum: 0 }]),
  ) as AddedUp['demand'];
  const coresByHour = Array.from<number>({ length: 7 * 24 }).fill(0);
  const inMinute = new Map<DemandName, number>();
  let busiestAt = 0;
  for (let second = 0; second < weekSeconds; second += 1) {
    const needed = needsOf(week, second, { costs, assumed });
    for (const name of demandNames) {
      const of = demand[name];
      of.sum += needed[name];
      of.busiestSecond = Math.max(of.busiestSecond, needed[name]);
      inMinute.set(name, (inMinute.get(name) ?? 0) + needed[name]);
    }
    const hour = Math.floor(second / 3600);
    coresByHour[hour] = (coresByHour[hour] ?? 0) + needed.serverMs / 1000 / 3600;
    if (second % 60 < 59) continue;
    for (const name of demandNames) {
      const perSecond = (inMinute.get(name) ?? 0) / 60;
      if (perSecond <= demand[name].busiestMinute) continue;
      demand[name].busiestMinute = perSecond;
      if (name === 'serverMs') busiestAt = second - 59;
    }
    inMinute.clear();
  }
  for (const name of demandNames) demand[name].average = demand[name].sum / weekSeconds;
  const { donations, paid, clips } = week.totals;
  const diskBytesAWeek = donations * costs.created.diskBytes + paid * costs.paid.diskBytes;
  return { demand, busiestAt, coresByHour, diskBytesAWeek, clipsAWeek: clips };
}

function needsOf(
  week: Week,
  second: number,
  { costs, assumed }: { costs: UnitCosts; assumed: Assumptions },
): Record<DemandName, number> {
  const created = week.created[second] ?? 0;
  const open = week.open[second] ?? 0;
  const live = week.live[second] ?? 0;
  const perStream = assumed.overlaysPerStream + assumed.dashboardsPerStream;
  const overlays = live * perStream;
  const readings = (week.closed[second] ?? 0) / 60 + olderReadings(week, assumed);
  const amounts: [number, UnitCost][] = [
    [created, costs.created],
    [week.paid[second] ?? 0, costs.paid],
    [open / 60, costs.openMinute],
    [readings, costs.closedReading],
    [(week.started[second] ?? 0) * perStream, costs.overlay],
    [overlays / 60, costs.overlayMinute],
    [(open * assumed.pollsPerOpenMinute) / 60, costs.poll],
    [week.clips[second] ?? 0, costs.clip],
  ];
  const sum = (part: keyof UnitCost): number =>
    amounts.reduce((all, [count, cost]) => all + count * cost[part], 0);
  return {
    donations: created,
    open,
    readings,
    live,
    sockets: overlays + open,
    serverMs: sum('serverMs'),
    databaseMs: sum('databaseMs'),
    walBytes: sum('walBytes'),
    rpcCalls: sum('rpcCalls'),
    rpcMessages: sum('rpcMessages'),
    networkBytes: sum('networkBytes'),
  };
}

/**
 * Of addresses whose time was over for longer than a day, a second: each is read once an hour for 30 days, and once a day after
 * that, for as long as there are books (architecture: 'Watching').
 */
function olderReadings({ totals }: Week, { booksDays }: Assumptions): number {
  const donationsADay = totals.donations / 7;
  const hourly = Math.min(Math.max(booksDays - 1, 0), 29) * 24;
  const daily = Math.max(booksDays - 30, 0);
  return (donationsADay * (hourly + daily)) / 86_400;
}
