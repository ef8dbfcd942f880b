import type { OperationFinding } from '#contract/admin.ts';

type Code = OperationFinding['code'];
type Level = OperationFinding['level'];

/**
 * Trouble that was found, from its first sight to its end.
 *
 * | state | facts | goes on when |
 * |---|---|---|
 * | unsettled | `settledAt` null | it has stood long enough: settled; it was well for some minutes: forgotten, and nobody hears of it |
 * | standing | `settledAt`, no `wellSince` | it is not found any more: well for now |
 * | well for now | `wellSince` | it is found again: standing; it was well long enough: over |
 * | over | `clearedAt` | never; the same trouble later is another alarm |
 */
export interface Alarm {
  code: Code;
  /** Which node or disk; empty where there can be one of the kind only. */
  subject: string;
  name: string | null;
  level: Level;
  count: number | null;
  /** Since when, as what found it says; null: it does not know. */
  since: Date | null;
  raisedAt: Date;
  /** When it was last found. */
  seenAt: Date;
  /** For how long it was found, over all times that it came and went. */
  troubledMs: number;
  settledAt: Date | null;
  wellSince: Date | null;
  clearedAt: Date | null;
  /** How often the same came back soon after it was over. */
  returns: number;
}

/** An alarm that is stored. */
export type StoredAlarm = Alarm & { id: bigint };

/** Trouble that has just been found. */
export type FoundTrouble = OperationFinding;

/** How often it is judged. */
export const judgeEveryMs = 30_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** For so long it must have been found: a hiccup is silent, and a warning can wait longer than a problem. */
const settleMs: Record<Level, number> = { problem: minuteMs, warning: 5 * minuteMs };
/** For so long it must be well; twice as long each time that it came back soon. */
const wellMs = 5 * minuteMs;
const longestWellMs = hourMs;
const soonMs = 6 * hourMs;
/** Between two judgements more time counts for nothing: nobody looked. */
const longestStepMs = 2 * judgeEveryMs;

/** Kinds of which each node or disk has its own. */
const hasSubjects: ReadonlySet<Code> = new Set(['node_failing', 'node_elsewhere', 'node_behind', 'disk_low']);

/** What keeps one alarm apart from another. */
export function keyOf({ code, name }: Pick<FoundTrouble, 'code' | 'name'>): string {
  return `${code} ${subjectOf(code, name)}`;
}

function subjectOf(code: Code, name: string | null): string {
  return hasSubjects.has(code) ? (name ?? '') : '';
}

/** A new alarm. `endedAt` is when the same was last over, after it had come back `returns` times; null: never. */
export function raise(
  found: FoundTrouble,
  before: { clearedAt: Date; returns: number } | null,
  now: Date,
): Alarm {
  const isBack = before !== null && now.getTime() - before.clearedAt.getTime() < soonMs;
  return {
    code: found.code,
    subject: subjectOf(found.code, found.name),
    name: found.name,
    level: found.level,
    count: found.count,
    since: found.since === null ? null : new Date(found.since),
    raisedAt: now,
    seenAt: now,
    troubledMs: 0,
    settledAt: null,
    wellSince: null,
    clearedAt: null,
    returns: isBack ? before.returns + 1 : 0,
  };
}

/** The alarm after it was found once more. */
export function findAgain<A extends Alarm>(alarm: A, found: FoundTrouble, now: Date): A {
  const stepMs = alarm.wellSince === null ? now.getTime() - alarm.seenAt.getTime() : 0;
  const troubledMs = alarm.troubledMs + Math.max(0, Math.min(stepMs, longestStepMs));
  const isSettled = troubledMs >= settleMs[found.level];
  return {
    ...alarm,
    name: found.name,
    level: found.level,
    count: found.count,
    since: found.since === null ? null : new Date(found.since),
    seenAt: now,
    troubledMs,
    settledAt: alarm.settledAt ?? (isSettled ? now : null),
    wellSince: null,
  };
}

/** The alarm after it was not found; null: it was nothing, and is forgotten. */
export function missOnce<A extends Alarm>(alarm: A, now: Date): A | null {
  const wellSince = alarm.wellSince ?? now;
  const isWell = now.getTime() - wellSince.getTime() >= wellForMs(alarm);
  if (!isWell) return { ...alarm, wellSince };
  return alarm.settledAt === null ? null : { ...alarm, wellSince, clearedAt: now };
}

/** How long it has to be well before it is over, in milliseconds. */
function wellForMs({ returns }: Pick<Alarm, 'returns'>): number {
  return Math.min(wellMs * 2 ** Math.min(returns, 10), longestWellMs);
}
