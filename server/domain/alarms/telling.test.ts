import { describe, expect, it } from 'vitest';
import type { Alarm } from './alarm.ts';
import { databaseNews, lookAtDatabase, quietWatch, rememberNews } from './database-away.ts';
import { backOffMs, gather, occasionOf, type Telling } from './telling.ts';

const minute = 60_000;
const hour = 60 * minute;
const at = (ms: number) => new Date(Date.parse('2026-11-22T12:00:00Z') + ms);
const alarm: Alarm = {
  code: 'money_late',
  subject: '',
  name: null,
  level: 'problem',
  count: null,
  since: null,
  raisedAt: at(-minute),
  seenAt: at(0),
  troubledMs: minute,
  settledAt: at(0),
  wellSince: null,
  clearedAt: null,
  returns: 0,
};
const telling: Telling = { toldAt: at(0), level: 'problem', times: 1, overAt: null };
const openedAt = at(-24 * hour);
const of = (change: Partial<Alarm>, told: Telling | null, ms: number) =>
  occasionOf({ ...alarm, ...change }, told, { now: at(ms), openedAt });

it('a problem is repeated after an hour and then every six, a warning once a day', () => {
  expect(of({}, null, 0)).toBe('raised');
  expect([59, 60].map((minutes) => of({}, telling, minutes * minute))).toEqual([null, 'standing']);
  const twice = { ...telling, times: 2 };
  expect([5, 6].map((hours) => of({}, twice, hours * hour))).toEqual([null, 'standing']);
  const mild = { ...telling, level: 'warning' as const };
  expect([23, 24].map((hours) => of({ level: 'warning' }, mild, hours * hour))).toEqual([null, 'standing']);
  expect(of({}, mild, 1)).toBe('raised');
});

it('nothing is told of what has not settled, and nothing while it may be over in a moment', () => {
  expect(of({ settledAt: null }, null, 0)).toBeNull();
  expect(of({ wellSince: at(0) }, telling, 2 * hour)).toBeNull();
});

it('an end is told once, also where the beginning could not be; not to a way that is newer, nor as old news', () => {
  const over = { wellSince: at(0), clearedAt: at(5 * minute) };
  expect(of(over, telling, 6 * minute)).toBe('over');
  expect(of(over, { ...telling, overAt: at(6 * minute) }, 7 * minute)).toBeNull();
  expect(of(over, null, hour)).toBe('over');
  expect(of(over, null, 25 * hour)).toBeNull();
  const newer = { now: at(hour), openedAt: at(10 * minute) };
  expect(occasionOf({ ...alarm, ...over }, null, newer)).toBeNull();
});

it('where something is told anyway, what is due soon comes along', () => {
  const now = at(5 * hour);
  const repeated = { alarm, telling: { ...telling, times: 2 } };
  expect(gather([repeated], { now, openedAt })).toEqual([]);
  const both = gather([repeated, { alarm, telling: null }], { now, openedAt });
  expect(both.map(({ occasion }) => occasion)).toEqual(['standing', 'raised']);
});

it('a way that fails is tried again ever later, a quarter of an hour at most, or when the receiver says', () => {
  expect([1, 2, 3, 9].map((failures) => backOffMs(failures, null) / 1000)).toEqual([30, 60, 120, 900]);
  expect(backOffMs(1, 10 * minute)).toBe(10 * minute);
  expect(backOffMs(1, 10 * hour)).toBe(hour);
});

const see = (isAnswering: boolean, ms: number, watch = quietWatch) =>
  lookAtDatabase(watch, isAnswering, at(ms));

describe('a database that is away', () => {
  const ways = ['webhook', 'mail'];

  it('is told after a minute by each way, tried again where it failed, once an hour, and told to be back', () => {
    let watch = see(false, 0);
    expect(databaseNews(watch, ways, at(59_000))).toEqual([]);
    const news = databaseNews(watch, ways, at(minute));
    expect(news.map(({ way, occasion }) => [way, occasion])).toEqual([
      ['webhook', 'raised'],
      ['mail', 'raised'],
    ]);
    for (const one of news) watch = rememberNews(watch, one, one.way === 'webhook', at(minute));
    expect(databaseNews(watch, ways, at(minute + 29_000))).toEqual([]);
    const [again] = databaseNews(watch, ways, at(minute + 30_000));
    expect(again).toMatchObject({ way: 'mail', occasion: 'raised' });
    if (again !== undefined) watch = rememberNews(watch, again, true, at(minute + 30_000));
    expect(databaseNews(watch, ways, at(hour))).toEqual([]);
    const [hourly] = databaseNews(watch, ways, at(hour + minute));
    expect(hourly).toMatchObject({ way: 'webhook', occasion: 'standing' });
    watch = see(true, 2 * hour, watch);
    expect(databaseNews(watch, ways, at(2 * hour + minute))).toEqual([]);
    const over = databaseNews(watch, ways, at(2 * hour + 2 * minute));
    expect(over).toMatchObject([{ occasion: 'over', since: at(0) }, { occasion: 'over' }]);
    for (const one of over) watch = rememberNews(watch, one, true, at(2 * hour + 2 * minute));
    expect(databaseNews(watch, ways, at(9 * hour))).toEqual([]);
  });

  it('that comes and goes is told once an hour', () => {
    let watch = quietWatch;
    let told = 0;
    for (let minutes = 0; minutes < 180; minutes += 1) {
      watch = see(minutes % 10 > 4, minutes * minute, watch);
      for (const news of databaseNews(watch, ['webhook'], at(minutes * minute))) {
        watch = rememberNews(watch, news, true, at(minutes * minute));
        told += 1;
      }
    }
    expect(told).toBeGreaterThan(3);
    expect(told).toBeLessThanOrEqual(6);
  });
});
