/** Everything that is assumed and not measured: each is a flag, `--live-hours 12` for `liveHours`. */
export const assumptionTable = {
  streamers: [10_000, 'registered streamers'],
  seed: [1, 'of the random numbers: the same seed gives the same week'],
  activeShare: [0.3, 'share of them that goes live in a week'],
  liveHours: [10, 'hours that one of those is live in a week, on average'],
  sessionHours: [2.5, 'hours of one stream, on average'],
  eveningHour: [20, 'hour of the day, local, at which most begin'],
  eveningWeight: [6, 'how many times more begin then than at the quietest hour'],
  weekendWeight: [1.4, 'how many times more begin on a Saturday or Sunday than on another day'],
  eastShare: [0.2, 'share of streamers 7 hours before the middle of the time zones'],
  westShare: [0.4, 'share of streamers 6 hours after it; the others live in it'],
  viewers: [12, 'viewers of a stream, on average over all'],
  viewersAlpha: [1.2, 'how unevenly they are spread (Pareto); the smaller, the more the largest have'],
  viewersMost: [100_000, 'viewers that no stream exceeds'],
  donationsPerThousandViewerHours: [4, 'donations that are created while 1,000 people watch for an hour'],
  paidShare: [0.6, 'share of them that is paid'],
  payMinutes: [1.5, 'minutes until a donation is paid, on average'],
  openMinutes: [10, 'minutes for which an unpaid address is open'],
  booksDays: [365, 'days for which as many donations have come: their addresses go on being read'],
  pollsPerOpenMinute: [12, 'status polls while one waits, a minute (the donation page asks every 5 s)'],
  clipShare: [0.1, 'share of donations with a clip'],
  overlaysPerStream: [1.5, 'overlays and widgets that are open for each stream'],
  dashboardsPerStream: [0.7, 'dashboards and docks'],
  raidShare: [0.002, 'share of streams that are raided'],
  raidFactor: [20, 'times as many viewers in a raid'],
  raidMinutes: [15, 'minutes that a raid stays'],
  charityPerSecond: [10, 'donations a second at one charity event on Saturday evening'],
  charityMinutes: [60, 'minutes that it lasts'],
  utilisation: [0.6, 'share of a core that is to be used in the busiest minute'],
  coresPerMachine: [2, 'cores of a machine for servers; one process uses one'],
  guestsPerProcess: [20_000, 'sockets of donors’ pages that a process holds (SOCKETS_IN_ALL)'],
  connectionsPerProcess: [
    30_000,
    'connections that it holds in all, overlays and widgets too (CONNECTIONS_IN_ALL)',
  ],
  databaseCores: [64, 'cores of the largest single PostgreSQL that can be had'],
  databaseWalMbPerSecond: [100, 'MB of log that its disk takes a second, synchronously'],
  rpcCallsPerSecond: [50, 'calls a second that one plan of a node allows'],
} as const satisfies Record<string, readonly [value: number, meaning: string]>;

/** A number for each assumption. */
export type Assumptions = Record<keyof typeof assumptionTable, number>;

export const assumptionNames = Object.keys(assumptionTable) as (keyof Assumptions)[];

/** The defaults. */
export function defaultAssumptions(): Assumptions {
  return Object.fromEntries(assumptionNames.map((name) => [name, assumptionTable[name][0]])) as Assumptions;
}

/** As it is written on the command line: `liveHours` is `live-hours`. */
export function flagOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
