import type { Alarm } from './alarm.ts';

/** What of an alarm got through by one way. */
export interface Telling {
  toldAt: Date;
  /** How bad it was when it was last told. */
  level: Alarm['level'];
  times: number;
  /** When its end was told; null: not yet. */
  overAt: Date | null;
}

/** What is to be told: that it began or became worse, that it still is, or that it is over. */
export type Occasion = 'raised' | 'standing' | 'over';

const hourMs = 3_600_000;
/** What ended longer ago is told to nobody who did not hear of its beginning. */
const oldNewsMs = 24 * hourMs;
/** Where something is told anyway, what is due soon comes along. */
const soonPart = 0.8;
const longestBackOffMs = hourMs / 4;
const firstBackOffMs = 30_000;
const longestRetryAfterMs = hourMs;

/** After a message has got through, the next one waits: what happens meanwhile comes in one. */
export const gapMs = 120_000;

/**
 * What one way has to tell of an alarm; null: nothing. `part` below 1 brings repetitions forward.
 *
 * A problem is repeated after an hour and then every six, a warning once a day; one that becomes a problem is told at
 * once. `openedAt` is since when there is this way: what was over before is no news for it.
 */
export function occasionOf(
  alarm: Alarm,
  telling: Telling | null,
  { now, openedAt, part = 1 }: { now: Date; openedAt: Date; part?: number },
): Occasion | null {
  if (alarm.settledAt === null) return null;
  if (alarm.clearedAt !== null) {
    if (telling !== null) return telling.overAt === null ? 'over' : null;
    const age = now.getTime() - alarm.clearedAt.getTime();
    return age < oldNewsMs && alarm.clearedAt > openedAt ? 'over' : null;
  }
  // It may be over in a moment: then that is told, or that it goes on.
  if (alarm.wellSince !== null) return null;
  if (telling === null) return 'raised';
  if (telling.level === 'warning' && alarm.level === 'problem') return 'raised';
  const silentMs = now.getTime() - telling.toldAt.getTime();
  return silentMs >= repeatAfterMs(alarm, telling) * part ? 'standing' : null;
}

/** What one message by one way holds: nothing, unless something is due; then also what would be soon. */
export function gather<T extends { alarm: Alarm; telling: Telling | null }>(
  all: readonly T[],
  at: { now: Date; openedAt: Date },
): (T & { occasion: Occasion })[] {
  const pick = (part: number) =>
    all.flatMap((one) => {
      const occasion = occasionOf(one.alarm, one.telling, { ...at, part });
      return occasion === null ? [] : [{ ...one, occasion }];
    });
  return pick(1).length === 0 ? [] : pick(soonPart);
}

function repeatAfterMs({ level }: Alarm, { times }: Telling): number {
  if (level === 'warning') return 24 * hourMs;
  return times <= 1 ? hourMs : 6 * hourMs;
}

/** How long a way is let alone after its n-th failure in a row, in milliseconds. */
export function backOffMs(failures: number, retryAfterMs: number | null): number {
  const pause = Math.min(firstBackOffMs * 2 ** Math.min(failures - 1, 10), longestBackOffMs);
  return Math.max(pause, Math.min(retryAfterMs ?? 0, longestRetryAfterMs));
}
