import type { Assumptions } from './assumptions.ts';
import { createRandom, type Random } from './random.ts';

export const weekSeconds = 7 * 86_400;
const daySeconds = 86_400;
const saturday = 5;
const east = -7 * 3600;
const west = 6 * 3600;

/** What happens in each second of a week that begins on Monday and goes over into itself. */
export interface Week {
  created: Uint32Array;
  paid: Uint32Array;
  clips: Uint32Array;
  /** Streams that begin. */
  started: Uint32Array;
  /** How many are open at that second. */
  open: Int32Array;
  /** Addresses that were paid or have expired, up to a day past their time: each is read once a minute. */
  closed: Int32Array;
  live: Int32Array;
  totals: {
    streams: number;
    liveSeconds: number;
    donations: number;
    paid: number;
    openSeconds: number;
    closedSeconds: number;
    clips: number;
  };
}

/** A part of a stream with the same audience throughout. */
interface Watching {
  from: number;
  seconds: number;
  viewers: number;
}

/**
 * Lets every streamer live through a week: streams by weekday and hour, viewers by Pareto, donations by Poisson. `progress`
 * hears the share that is done.
 */
export function simulateWeek(
  assumed: Assumptions,
  progress: (share: number) => void = () => undefined,
): Week {
  const random = createRandom(assumed.seed);
  const week: Week = {
    created: new Uint32Array(weekSeconds),
    paid: new Uint32Array(weekSeconds),
    clips: new Uint32Array(weekSeconds),
    started: new Uint32Array(weekSeconds),
    open: new Int32Array(weekSeconds),
    closed: new Int32Array(weekSeconds),
    live: new Int32Array(weekSeconds),
    totals: { streams: 0, liveSeconds: 0, donations: 0, paid: 0, openSeconds: 0, closedSeconds: 0, clips: 0 },
  };
  const pickStart = createStartTimes(assumed, random);
  const leastViewers = (assumed.viewers * (assumed.viewersAlpha - 1)) / assumed.viewersAlpha;
  const every = Math.max(1, Math.floor(assumed.streamers / 100));
  for (let streamer = 0; streamer < assumed.streamers; streamer += 1) {
    if (streamer % every === 0) progress(streamer / assumed.streamers);
    if (random.uniform() >= assumed.activeShare) continue;
    const zone = pickZone(assumed, random);
    const viewers = Math.min(assumed.viewersMost, random.pareto(assumed.viewersAlpha, leastViewers));
    const streams = random.poisson(assumed.liveHours / assumed.sessionHours);
    for (let stream = 0; stream < streams; stream += 1) {
      const seconds = Math.min(daySeconds, Math.ceil(random.exponential(assumed.sessionHours * 3600)));
      const from = pickStart() + zone;
      addStream(week, { from, seconds, viewers }, { assumed, random });
    }
  }
  addCharity(week, assumed, random);
  // Up to here they hold changes; now what is open, closed and live.
  accumulate(week.open);
  accumulate(week.closed);
  accumulate(week.live);
  return week;
}

/** A function that picks when a stream begins: by weekday, then by hour. */
function createStartTimes(
  { eveningHour, eveningWeight, weekendWeight }: Assumptions,
  random: Random,
): () => number {
  const ends: number[] = [];
  let sum = 0;
  for (let hour = 0; hour < 7 * 24; hour += 1) {
    const height = (1 + Math.cos(((hour - eveningHour) / 12) * Math.PI)) / 2;
    sum += (1 + (eveningWeight - 1) * height) * (hour >= saturday * 24 ? weekendWeight : 1);
    ends.push(sum);
  }
  return () => {
    const at = random.uniform() * sum;
    const hour = ends.findIndex((end) => at < end);
    return hour * 3600 + Math.floor(random.uniform() * 3600);
  };
}

function pickZone({ eastShare, westShare }: Assumptions, random: Random): number {
  const at = random.uniform();
  if (at < eastShare) return east;
  return at < eastShare + westShare ? west : 0;
}

function addStream(week: Week, stream: Watching, around: { assumed: Assumptions; random: Random }): void {
  const { assumed, random } = around;
  week.totals.streams += 1;
  week.totals.liveSeconds += stream.seconds;
  count(week.started, stream.from);
  addSpan(week.live, stream.from, stream.seconds);
  addDonations(week, stream, around);
  if (random.uniform() >= assumed.raidShare) return;
  const viewers = Math.min(assumed.viewersMost, stream.viewers * assumed.raidFactor);
  const seconds = Math.min(stream.seconds, assumed.raidMinutes * 60);
  addDonations(week, { from: stream.from + stream.seconds - seconds, seconds, viewers }, around);
}

function addDonations(
  week: Week,
  { from, seconds, viewers }: Watching,
  { assumed, random }: { assumed: Assumptions; random: Random },
): void {
  const perSecond = (viewers * assumed.donationsPerThousandViewerHours) / 1000 / 3600;
  const count = random.poisson(perSecond * seconds);
  for (let donation = 0; donation < count; donation += 1)
    addDonation(week, from + Math.floor(random.uniform() * seconds), { assumed, random });
}

function addDonation(
  week: Week,
  at: number,
  { assumed, random }: { assumed: Assumptions; random: Random },
): void {
  const longest = Math.ceil(assumed.openMinutes * 60);
  const isPaid = random.uniform() < assumed.paidShare;
  const openSeconds = isPaid
    ? Math.min(longest, 1 + Math.floor(random.exponential(assumed.payMinutes * 60)))
    : longest;
  count(week.created, at);
  addSpan(week.open, at, openSeconds);
  const closedSeconds = longest - openSeconds + daySeconds;
  addSpan(week.closed, at + openSeconds, closedSeconds);
  week.totals.donations += 1;
  week.totals.openSeconds += openSeconds;
  week.totals.closedSeconds += closedSeconds;
  if (isPaid) {
    count(week.paid, at + openSeconds);
    week.totals.paid += 1;
  }
  if (random.uniform() >= assumed.clipShare) return;
  count(week.clips, at);
  week.totals.clips += 1;
}

/** One event at which donations come as fast as people can type. */
function addCharity(week: Week, assumed: Assumptions, random: Random): void {
  const from = saturday * daySeconds + assumed.eveningHour * 3600;
  for (let second = 0; second < assumed.charityMinutes * 60; second += 1) {
    const donations = random.poisson(assumed.charityPerSecond);
    for (let donation = 0; donation < donations; donation += 1)
      addDonation(week, from + second, { assumed, random });
  }
}

function inWeek(second: number): number {
  return ((second % weekSeconds) + weekSeconds) % weekSeconds;
}

function count(seconds: Uint32Array, at: number): void {
  const second = inWeek(at);
  seconds[second] = (seconds[second] ?? 0) + 1;
}

/** Notes the change at both ends; a span over the end of the week goes on at its beginning. */
function addSpan(changes: Int32Array, from: number, seconds: number): void {
  const [start, end] = [inWeek(from), inWeek(from + seconds)];
  changes[start] = (changes[start] ?? 0) + 1;
  changes[end] = (changes[end] ?? 0) - 1;
  if (end <= start) changes[0] = (changes[0] ?? 0) + 1;
}

function accumulate(changes: Int32Array): void {
  let sum = 0;
  for (let second = 0; second < changes.length; second += 1) {
    sum += changes[second] ?? 0;
    changes[second] = sum;
  }
}
