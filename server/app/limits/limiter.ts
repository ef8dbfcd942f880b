import { keyedHash } from '#server/app/keyed-hash.ts';
import type { Log } from '#server/app/log.ts';
import type { Secret } from '#server/app/secret.ts';
import { widerNetwork } from './client-network.ts';
import type { LimitCounts } from './limit-counts.ts';
import {
  type ExactGroup,
  type FrequentGroup,
  frequentGroups,
  type Limit,
  type LimitGroup,
  limitGroups,
  limitParts,
  type LimitPart,
  type Limits,
  mostOf,
  widerFactor,
} from './limits.ts';
import { exchangeTallies } from './exchange-tallies.ts';
import { createWindowCounter, type Tally, type WindowCounter } from './window-counter.ts';

/** What a call is counted by. What is left out is not counted. */
export interface Counted {
  /** The network that it came from, as `clientNetwork` has it. */
  address?: string;
  /** Whose call it is: an account, a token, or the name that somebody tries to sign in with. */
  account?: string;
  /** Counted for everybody together too. */
  all?: true;
  /** From this very machine, to a server that nobody else reaches. */
  isGenerous: boolean;
}

/** A budget is used up. */
export interface Refusal {
  part: LimitPart;
  retryAfterSeconds: number;
}

/** Counts calls and says which are too many. Never throws: while the database is away this process's own counts decide. */
export interface Limiter {
  /** Counts a call; the refusal when a budget is used up. A call that is refused uses up nothing of the parts behind. */
  count(group: FrequentGroup, counted: Counted): Refusal | null;
  /** The same, exact over all processes, with one statement; none for a budget that is known to be used up. */
  countExactly(group: ExactGroup, counted: Counted): Promise<Refusal | null>;
  /**
   * Counts somebody who signs in, by the name that they try. Where that name's budget is used up, or that of all
   * together, a network from which it was signed in to lately has one of its own: guessing from elsewhere, at this name or
   * at any, does not shut its owner out.
   */
  countSignIn(counted: Counted): Promise<Refusal | null>;
  /** Notes that somebody signed in, for some weeks; once a day is enough. */
  noteSignedIn(counted: Counted): Promise<void>;
  /** Whether a budget is known to be used up, without counting. */
  check(group: LimitGroup, counted: Counted): Refusal | null;
  stop(): Promise<void>;
}

/** One limit with its counts. */
export interface Meter {
  group: LimitGroup;
  part: LimitPart;
  limit: Limit;
  counter: WindowCounter;
}

interface Step {
  meter: Meter;
  key: string;
  max: number;
  tally: Tally;
}

/** Some 10 MB for each of the limits that go by address, where as many come within one window. */
const mostKeys = 100_000;
/** For how long a network is known from which somebody signed in; noted once a day. */
const knownForDays = 30;
const dayMs = 86_400_000;
const exchangeEveryMs = 1000;
/** An answer that takes longer is not waited for: counting must not hold calls up. */
const patienceMs = 3000;
/** For how long the database is left alone that did not count. */
const restMs = 5000;
/**
 * A key that has used less than this part of its budget here is nobody else's business: a page that polls never
 * reaches the database. So N processes may let N tenths more through than the limit says, and what one second brings.
 */
const toldFrom = 0.1;
/** Generous callers are counted apart: what they may do says nothing about the others. */
const generousPrefix = '~';

/**
 * Opens the limiter, and the exchange with the other processes. `counts` null: this process counts for itself.
 *
 * What leaves the process are keyed hashes: the database learns no address and no name.
 */
export function createLimiter(options: {
  limits: Limits;
  counts: LimitCounts | null;
  secret: Secret<Uint8Array>;
  log: Pick<Log, 'warn'>;
  now?: () => number;
}): Limiter {
  const { limits, counts, secret, log } = options;
  const now = options.now ?? Date.now;
  const meters = openMeters(limits);
  const hash = ({ group, part }: Meter, key: string): string => hashed(secret, `${group} ${part} ${key}`);
  let notedToday = createWindowCounter(dayMs, mostKeys);
  let awayUntil = 0;

  const report = (error: unknown): void => {
    if (now() >= awayUntil) log.warn({ error }, 'Limits are counted by each process alone for the moment.');
    awayUntil = now() + restMs;
    // It may come back without what was noted: its table is not logged.
    notedToday = createWindowCounter(dayMs, mostKeys);
  };
  const countTogether = async (steps: readonly Step[], at: number): Promise<number[] | null> => {
    if (counts === null || now() < awayUntil) return null;
    const wanted = steps.map(({ meter, key, max }) => ({
      key: hash(meter, key),
      endsAt: meter.counter.endsAt(at),
      max,
    }));
    try {
      return await withPatience(counts.addInTurn(wanted));
    } catch (error) {
      report(error);
      return null;
    }
  };
  const frequent = frequentGroups.flatMap((group) => meters.get(group) ?? []);
  const exchange =
    counts === null
      ? null
      : exchangeTallies({ meters: frequent, counts, hash, now, everyMs: exchangeEveryMs, report });

  const countExactly: Limiter['countExactly'] = async (group, counted) => {
    const at = now();
    const steps = stepsOf(meters.get(group), counted, at);
    const known = firstUsedUp(steps, at);
    if (known !== null) return known;
    const totals = await countTogether(steps, at);
    if (totals === null) return addInTurn(steps, at);
    let refusal: Refusal | null = null;
    for (const [index, total] of totals.entries()) {
      const step = steps[index];
      if (step === undefined) continue;
      step.tally.total = Math.max(step.tally.total, Math.min(total, step.max));
      if (total > step.max) refusal = refuse(step, at);
    }
    return refusal;
  };

  return {
    count: (group, counted) => countAtOnce(meters.get(group), counted, now()),
    countExactly,
    async countSignIn(counted) {
      const refusal = await countExactly('login', counted);
      if (refusal === null || refusal.part === 'address' || counts === null) return refusal;
      const key = knownKey(secret, counted);
      const isKnown = await counts.isRemembered(key).catch(() => false);
      if (!isKnown) return refusal;
      return await countExactly('login', { account: key, isGenerous: counted.isGenerous });
    },
    async noteSignedIn(counted) {
      if (counts === null) return;
      const key = knownKey(secret, counted);
      const tally = notedToday.tally(key, now());
      if (tally.total > 0) return;
      try {
        await counts.remember({ key, endsAt: notedToday.endsAt(now()) + knownForDays * dayMs });
        tally.total = 1;
      } catch (error) {
        report(error);
      }
    },
    check(group, counted) {
      const at = now();
      return firstUsedUp(stepsOf(meters.get(group), counted, at), at);
    },
    stop: async () => exchange?.stop(),
  };
}

function hashed(secret: Secret<Uint8Array>, text: string): string {
  return keyedHash('sha256', secret.reveal(), Buffer.from(text)).toString('base64url').slice(0, 22);
}

/** A name together with a network from which it is signed in to. */
function knownKey(secret: Secret<Uint8Array>, { account = '', address = '' }: Counted): string {
  return hashed(secret, `known ${address} ${account}`);
}

function openMeters(limits: Limits): Map<LimitGroup, Meter[]> {
  return new Map(
    limitGroups.map((group) => [
      group,
      limitParts.flatMap((part) => {
        const limit = limits[group][part];
        if (limit === undefined) return [];
        return [{ group, part, limit, counter: createWindowCounter(limit.windowMs, mostKeys) }];
      }),
    ]),
  );
}

/** The budgets that a call uses, in the order in which they are asked. */
function stepsOf(meters: readonly Meter[] = [], counted: Counted, at: number): Step[] {
  const steps: Step[] = [];
  for (const meter of meters) {
    const value = valueOf(meter, counted);
    if (value === undefined) continue;
    const key = counted.isGenerous ? generousPrefix + value : value;
    const max = mostOf(meter.group, meter.limit, counted.isGenerous);
    steps.push({ meter, key, max, tally: meter.counter.tally(key, at) });
    const wider = meter.part === 'address' ? widerNetwork(key) : null;
    if (wider === null) continue;
    steps.push({ meter, key: wider, max: max * widerFactor, tally: meter.counter.tally(wider, at) });
  }
  return steps;
}

function addInTurn(steps: readonly Step[], at: number): Refusal | null {
  for (const step of steps) if (!add(step)) return refuse(step, at);
  return null;
}

/** Counts one more; false, and nothing counted, when the budget is used up. */
function add({ meter, key, max, tally }: Step): boolean {
  if (tally.total >= max) return false;
  tally.total += 1;
  tally.untold += 1;
  if (tally.total >= max * toldFrom) meter.counter.noteUntold(key, tally);
  return true;
}

/** By what a budget counts a call; undefined: not at all. */
function valueOf({ part }: Meter, counted: Counted): string | undefined {
  if (part === 'all') return counted.all === true ? '' : undefined;
  return counted[part];
}

/** The same as `addInTurn` of `stepsOf`, without a list: frequent calls cost little more than this. */
function countAtOnce(meters: readonly Meter[] = [], counted: Counted, at: number): Refusal | null {
  const { isGenerous } = counted;
  for (const meter of meters) {
    const value = valueOf(meter, counted);
    if (value === undefined) continue;
    const key = isGenerous ? generousPrefix + value : value;
    const max = mostOf(meter.group, meter.limit, isGenerous);
    const step = { meter, key, max, tally: meter.counter.tally(key, at) };
    if (!add(step)) return refuse(step, at);
    const wider = meter.part === 'address' ? widerNetwork(key) : null;
    if (wider === null) continue;
    const around = { meter, key: wider, max: max * widerFactor, tally: meter.counter.tally(wider, at) };
    if (!add(around)) return refuse(around, at);
  }
  return null;
}

function firstUsedUp(steps: readonly Step[], at: number): Refusal | null {
  const step = steps.find(({ tally, max }) => tally.total >= max);
  return step === undefined ? null : refuse(step, at);
}

function refuse({ meter: { part, counter } }: Step, at: number): Refusal {
  return { part, retryAfterSeconds: Math.max(1, Math.ceil((counter.endsAt(at) - at) / 1000)) };
}

/** What takes too long counts as failed; should it succeed later, it was counted once too often. */
async function withPatience<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database took too long to count.')), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
