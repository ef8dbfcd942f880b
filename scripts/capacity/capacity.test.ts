import { describe, expect, test } from 'vitest';
import { addUp, type UnitCost, type UnitCosts } from './add-up.ts';
import { type Assumptions, defaultAssumptions } from './assumptions.ts';
import { simulateWeek, weekSeconds } from './simulate-week.ts';
import { sizeUp } from './size-up.ts';

const assume = (change: Partial<Assumptions> = {}): Assumptions => ({
  ...defaultAssumptions(),
  streamers: 20_000,
  ...change,
});
const cost = (change: Partial<UnitCost>): UnitCost => ({
  serverMs: 0,
  databaseMs: 0,
  diskBytes: 0,
  walBytes: 0,
  rpcCalls: 0,
  rpcMessages: 0,
  memoryBytes: 0,
  networkBytes: 0,
  ...change,
});
const costs: UnitCosts = {
  created: cost({ serverMs: 2, databaseMs: 1, diskBytes: 1000, walBytes: 3000 }),
  paid: cost({ serverMs: 20, databaseMs: 10, diskBytes: 2000, rpcCalls: 8 }),
  openMinute: cost({ rpcCalls: 0.02 }),
  closedReading: cost({ rpcCalls: 0.01 }),
  overlay: cost({ serverMs: 3 }),
  overlayMinute: cost({ serverMs: 1 }),
  poll: cost({ serverMs: 0.2 }),
  clip: cost({ serverMs: 50 }),
};
const sum = (values: Iterable<number>): number => {
  let all = 0;
  for (const value of values) all += value;
  return all;
};

describe('the week', () => {
  const assumed = assume();
  const week = simulateWeek(assumed);

  test('loses nothing: what happens in its seconds is what happened in all', () => {
    const { totals } = week;
    expect(sum(week.created)).toBe(totals.donations);
    expect(sum(week.paid)).toBe(totals.paid);
    expect(sum(week.clips)).toBe(totals.clips);
    expect(sum(week.started)).toBe(totals.streams);
    expect(sum(week.open)).toBe(totals.openSeconds);
    expect(sum(week.closed)).toBe(totals.closedSeconds);
    expect(sum(week.live)).toBe(totals.liveSeconds);
    expect(week.open.every((open) => open >= 0)).toBe(true);
    expect(week.closed.every((closed) => closed >= 0)).toBe(true);
    expect(week.live.every((live) => live >= 0)).toBe(true);
  });

  test('follows what was assumed: hours on air, donations that are paid, the evening', () => {
    const { totals } = week;
    const hours = totals.liveSeconds / 3600;
    expect(hours / (assumed.streamers * assumed.activeShare * assumed.liveHours)).toBeCloseTo(1, 1);
    expect(totals.paid / totals.donations).toBeCloseTo(assumed.paidShare, 1);
    const inOneZone = simulateWeek(assume({ eastShare: 0, westShare: 0 }));
    const liveAt = (hour: number) => inOneZone.live[hour * 3600] ?? 0;
    expect(liveAt(22)).toBeGreaterThan(2 * liveAt(10));
  });

  test('is the same again with the same seed, and another one with another', () => {
    const again = simulateWeek(assumed);
    expect(again.totals).toEqual(week.totals);
    expect(Buffer.from(again.open.buffer).equals(Buffer.from(week.open.buffer))).toBe(true);
    expect(Buffer.from(again.created.buffer).equals(Buffer.from(week.created.buffer))).toBe(true);
    expect(simulateWeek(assume({ seed: 2 })).totals).not.toEqual(week.totals);
  });

  test('is about twice as much with twice the streamers', () => {
    const alone = { charityPerSecond: 0, viewersAlpha: 2 };
    const [once, twice] = [20_000, 40_000].map(
      (streamers) => simulateWeek(assume({ ...alone, streamers })).totals,
    );
    expect((twice?.donations ?? 0) / (once?.donations ?? 1)).toBeGreaterThan(1.85);
    expect((twice?.donations ?? 0) / (once?.donations ?? 1)).toBeLessThan(2.15);
    expect((twice?.liveSeconds ?? 0) / (once?.liveSeconds ?? 1)).toBeCloseTo(2, 1);
  });
});

describe('what it needs', () => {
  const assumed = assume();
  const week = simulateWeek(assumed);
  const added = addUp(week, costs, assumed);

  test('is the sum of its units times their costs', () => {
    const { totals } = week;
    const perStream = assumed.overlaysPerStream + assumed.dashboardsPerStream;
    const overlayMinutes = (totals.liveSeconds / 60) * perStream;
    const connects = totals.streams * perStream;
    const polls = (totals.openSeconds / 60) * assumed.pollsPerOpenMinute;
    const serverMs =
      totals.donations * 2 +
      totals.paid * 20 +
      overlayMinutes +
      connects * 3 +
      polls * 0.2 +
      totals.clips * 50;
    expect(added.demand.serverMs.sum / serverMs).toBeCloseTo(1, 9);
    expect(sum(added.coresByHour) * 3600 * 1000).toBeCloseTo(serverMs, 0);
    const readings = totals.closedSeconds / 60 + totals.donations * (29 * 24 + 335);
    expect(added.demand.rpcCalls.sum).toBeCloseTo(
      totals.paid * 8 + (totals.openSeconds / 60) * 0.02 + readings * 0.01,
      2,
    );
    expect(added.diskBytesAWeek).toBe(totals.donations * 1000 + totals.paid * 2000);
  });

  test('peaks no lower than its average, and in no minute higher than in its busiest second', () => {
    for (const { average, busiestMinute, busiestSecond, sum: all } of Object.values(added.demand)) {
      expect(busiestMinute).toBeGreaterThanOrEqual(average * (1 - 1e-9));
      expect(busiestSecond).toBeGreaterThanOrEqual(busiestMinute * (1 - 1e-9));
      expect(average * weekSeconds).toBeCloseTo(all, 3);
    }
  });

  test('counts overlays against the connections of a process, and only donors’ pages against the sockets of guests', () => {
    const idle = { serverMs: 5, databaseMs: 2, rpcCalls: 0.1 };
    const { open, sockets } = added.demand;
    const bySockets = (change: Partial<Assumptions>) =>
      sizeUp(added, idle, { assumed: { ...assumed, ...change }, prices: null }).strain.find(
        ({ what }) => what === 'one server process: sockets',
      )?.times;
    const few = { guestsPerProcess: 1e9, connectionsPerProcess: 100 };
    expect(bySockets(few)).toBeCloseTo(sockets.busiestMinute / 100, 9);
    expect(bySockets({ guestsPerProcess: 10, connectionsPerProcess: 1e9 })).toBeCloseTo(
      open.busiestMinute / 10,
      9,
    );
  });

  test('is priced by what was given and by nothing else', () => {
    const idle = { serverMs: 5, databaseMs: 2, rpcCalls: 0.1 };
    expect(sizeUp(added, idle, { assumed, prices: null }).money).toBeNull();
    const prices = { currency: 'X', machine: 10, rpcMillionCalls: 2 };
    const { machines, rpcCallsAMonth, money, strain } = sizeUp(added, idle, { assumed, prices });
    expect(money).toEqual([
      { part: 'machines', amount: machines * 10 },
      { part: 'RPC calls', amount: (rpcCallsAMonth / 1e6) * 2 },
    ]);
    expect(strain.map(({ times }) => times)).toEqual(
      strain.map(({ times }) => times).toSorted((a, b) => b - a),
    );
  });
});
