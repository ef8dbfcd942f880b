import { z } from 'zod';
import type { AddedUp } from './add-up.ts';
import type { Assumptions } from './assumptions.ts';

/** Money for a month, by unit; what is not named is not counted. */
export const priceList = z.strictObject({
  currency: z.string(),
  /** A machine for servers. */
  machine: z.number().nonnegative().optional(),
  /** A core of the database with its memory. */
  databaseCore: z.number().nonnegative().optional(),
  /** A GB of the database's disk. */
  databaseGb: z.number().nonnegative().optional(),
  /** A million HTTP calls to the nodes. */
  rpcMillionCalls: z.number().nonnegative().optional(),
  /** A GB sent and received. */
  trafficGb: z.number().nonnegative().optional(),
});
export type Prices = z.infer<typeof priceList>;

/** How many of what are needed. */
export interface Sizing {
  processes: number;
  machines: number;
  databaseCores: number;
  databaseGbAMonth: number;
  rpcCallsAMonth: number;
  rpcMessagesAMonth: number;
  trafficGbAMonth: number;
  /** What gives first: how many times the busiest minute exceeds one of each, the greatest first. */
  strain: { what: string; times: number }[];
  /** Price of a month by part; null without prices. */
  money: { part: string; amount: number }[] | null;
}

const weeksAMonth = 365 / 12 / 7;

/** From what a week needs to what has to be there. At least two processes, so that one may end. */
export function sizeUp(
  { demand, diskBytesAWeek }: AddedUp,
  idle: { serverMs: number; databaseMs: number; rpcCalls: number },
  { assumed, prices }: { assumed: Assumptions; prices: Prices | null },
): Sizing {
  const usable = assumed.utilisation * 1000;
  const byCpu = demand.serverMs.busiestMinute / Math.max(1, usable - idle.serverMs);
  const bySockets = Math.max(
    demand.open.busiestMinute / assumed.guestsPerProcess,
    demand.sockets.busiestMinute / assumed.connectionsPerProcess,
  );
  const processes = Math.max(2, Math.ceil(byCpu), Math.ceil(bySockets));
  const databaseMs = demand.databaseMs.busiestMinute + idle.databaseMs * processes;
  const sizing = {
    processes,
    machines: Math.ceil(processes / assumed.coresPerMachine),
    databaseCores: Math.max(1, Math.ceil(databaseMs / usable)),
    databaseGbAMonth: (diskBytesAWeek * weeksAMonth) / 1e9,
    rpcCallsAMonth: (demand.rpcCalls.sum + idle.rpcCalls * processes * 7 * 86_400) * weeksAMonth,
    rpcMessagesAMonth: demand.rpcMessages.sum * weeksAMonth,
    trafficGbAMonth: (demand.networkBytes.sum * weeksAMonth) / 1e9,
  };
  const strain = [
    { what: 'one server process: processor', times: byCpu },
    { what: 'one server process: sockets', times: bySockets },
    { what: 'the largest PostgreSQL: processor', times: databaseMs / usable / assumed.databaseCores },
    {
      what: 'one PostgreSQL: log',
      times: demand.walBytes.busiestMinute / 1e6 / assumed.databaseWalMbPerSecond,
    },
    { what: 'one plan of a node: calls', times: demand.rpcCalls.busiestMinute / assumed.rpcCallsPerSecond },
  ].toSorted((a, b) => b.times - a.times);
  return { ...sizing, strain, money: prices === null ? null : priceOf(sizing, prices) };
}

function priceOf(
  sizing: Omit<Sizing, 'strain' | 'money'>,
  prices: Prices,
): { part: string; amount: number }[] {
  const parts: [string, number | undefined, number][] = [
    ['machines', prices.machine, sizing.machines],
    ['database, cores', prices.databaseCore, sizing.databaseCores],
    ['database, disk of a year', prices.databaseGb, sizing.databaseGbAMonth * 12],
    ['RPC calls', prices.rpcMillionCalls, sizing.rpcCallsAMonth / 1e6],
    ['traffic', prices.trafficGb, sizing.trafficGbAMonth],
  ];
  return parts.flatMap(([part, price, count]) =>
    price === undefined ? [] : [{ part, amount: price * count }],
  );
}
