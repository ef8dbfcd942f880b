import {
  isOutOfSight,
  judgeHere,
  judgeOperation,
  leaveOutExplained,
  lookHere,
} from '#server/app/operator/judge-operation.ts';
import type { Ports } from '#server/app/ports.ts';
import {
  findAgain,
  type FoundTrouble,
  judgeEveryMs,
  keyOf,
  missOnce,
  raise,
  type StoredAlarm,
} from '#server/domain/alarms/alarm.ts';
import type { AlarmChanges, LastEnd } from './alarm-ports.ts';

type Deps = Pick<Ports, 'alarms' | 'operations' | 'running' | 'clock'>;

/**
 * Writes down what this process sees, and, where it is its turn, judges the whole installation and stores what becomes of
 * each alarm. True: it was its turn. Rejects when the database is away.
 */
export async function judgeAlarms({ alarms, operations, running, clock }: Deps): Promise<boolean> {
  const { store } = alarms;
  const here = await lookHere(running);
  const now = clock.now();
  await store.report(judgeHere(here, now));
  // A little less, so that who comes back after that time does not come a moment too early each time.
  if (!(await store.takeTurn(now, judgeEveryMs * 0.9))) return false;
  const [figures, everywhere] = await Promise.all([operations.figures(), store.reports()]);
  const found = onceEach(leaveOutExplained([...everywhere, ...judgeOperation(figures, now)]));
  await store.change(now, (standing, ends) => decide(found, { standing, ends, now }));
  return true;
}

/** Several processes see the same: what is worst counts, and of equals the first. */
function onceEach(found: readonly FoundTrouble[]): ReadonlyMap<string, FoundTrouble> {
  const byKey = new Map<string, FoundTrouble>();
  for (const one of found) {
    const known = byKey.get(keyOf(one));
    if (known === undefined || (known.level === 'warning' && one.level === 'problem'))
      byKey.set(keyOf(one), one);
  }
  return byKey;
}

function decide(
  found: ReadonlyMap<string, FoundTrouble>,
  { standing, ends, now }: { standing: readonly StoredAlarm[]; ends: readonly LastEnd[]; now: Date },
): AlarmChanges {
  const known = new Map(standing.map((alarm) => [keyOf({ code: alarm.code, name: alarm.subject }), alarm]));
  const endOf = new Map(ends.map((end) => [`${end.code} ${end.subject}`, end]));
  const after = standing.map((alarm) => {
    const again = found.get(keyOf({ code: alarm.code, name: alarm.subject }));
    if (again !== undefined) return { alarm, next: findAgain(alarm, again, now) };
    return { alarm, next: isOutOfSight(alarm, [...found.values()]) ? alarm : missOnce(alarm, now) };
  });
  return {
    raised: [...found]
      .filter(([key]) => !known.has(key))
      .map(([key, one]) => raise(one, endOf.get(key) ?? null, now)),
    changed: after.flatMap(({ next }) => (next === null ? [] : [next])),
    forgotten: after.flatMap(({ alarm, next }) => (next === null ? [alarm.id] : [])),
  };
}
