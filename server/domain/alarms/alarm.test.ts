import { expect, it } from 'vitest';
import { type Alarm, findAgain, type FoundTrouble, judgeEveryMs, keyOf, missOnce, raise } from './alarm.ts';

const minute = 60_000;
const at = (ms: number) => new Date(Date.parse('2026-11-22T12:00:00Z') + ms);
const problem: FoundTrouble = { code: 'money_late', level: 'problem', count: null, since: null, name: null };
const warning: FoundTrouble = { ...problem, code: 'clips_late', level: 'warning' };

/** Judges every half minute: where it is found, and where not. */
function live(
  found: FoundTrouble,
  days: readonly boolean[],
  first = raise(found, null, at(0)),
): Alarm | null {
  let alarm: Alarm | null = first;
  for (const [index, isFound] of days.entries()) {
    const now = at((index + 1) * judgeEveryMs);
    if (alarm !== null) alarm = isFound ? findAgain(alarm, found, now) : missOnce(alarm, now);
  }
  return alarm;
}
const yes = (times: number) => Array<boolean>(times).fill(true);
const no = (times: number) => Array<boolean>(times).fill(false);

it('a hiccup is nothing: it never settles, and is forgotten', () => {
  expect(live(problem, [true])?.settledAt).toBeNull();
  expect(live(problem, [true, ...no(10)])).not.toBeNull();
  expect(live(problem, [true, ...no(11)])).toBeNull();
});

it('a problem settles after a minute, a warning after five; what comes and goes adds up', () => {
  expect(live(problem, yes(2))?.settledAt).toEqual(at(minute));
  expect(live(warning, yes(9))?.settledAt).toBeNull();
  expect(live(warning, yes(10))?.settledAt).toEqual(at(5 * minute));
  expect(live(problem, [true, false, true, true])?.settledAt).toEqual(at(2 * minute));
});

it('time in which nobody judged does not settle anything at once', () => {
  const before = raise(warning, null, at(0));
  expect(findAgain(before, warning, at(10 * 3_600_000))).toMatchObject({
    troubledMs: minute,
    settledAt: null,
  });
});

it('an alarm is over once it was well for five minutes, and the same one if it comes back sooner', () => {
  const settled = live(problem, yes(2));
  if (settled === null) throw new Error('It stands.');
  const from = (days: readonly boolean[]) => live(problem, [...yes(2), ...days]);
  expect(from(no(10))).toMatchObject({ clearedAt: null });
  expect(from(no(11))).toMatchObject({ clearedAt: at(6.5 * minute), wellSince: at(1.5 * minute) });
  expect(from([...no(9), true, ...no(9)])).toMatchObject({ raisedAt: at(0), clearedAt: null });
});

it('what comes back soon has to be well twice as long each time, an hour at most', () => {
  const wellNeeded = (returns: number) => {
    let alarm: Alarm = { ...raise(problem, null, at(0)), settledAt: at(0), returns };
    for (let ms = 0; ; ms += minute) {
      const next = missOnce(alarm, at(ms));
      if (next === null || next.clearedAt !== null) return ms / minute;
      alarm = next;
    }
  };
  expect([0, 1, 2, 3, 4, 50].map(wellNeeded)).toEqual([5, 10, 20, 40, 60, 60]);
  expect(raise(problem, { clearedAt: at(-minute), returns: 1 }, at(0)).returns).toBe(2);
  expect(raise(problem, { clearedAt: at(-7 * 60 * minute), returns: 1 }, at(0)).returns).toBe(0);
});

const key = (code: FoundTrouble['code'], name: string) => keyOf({ code, name });

it('each node and each disk has an alarm of its own; of other kinds there is one', () => {
  expect(key('node_failing', 'a')).not.toBe(key('node_failing', 'b'));
  expect(key('shedding', 'event_loop')).toBe(key('shedding', 'event_loop, database_wait'));
});
