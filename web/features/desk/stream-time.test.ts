import { expect, it } from 'vitest';
import { streamTime } from './stream-time.ts';

const now = { sentAt: '2026-11-21T12:00:00.000Z', endsAt: '2026-11-21T12:00:08.000Z' };
const at = (seconds: number) => streamTime(now, Date.parse(now.sentAt) + seconds * 1000);

it('counts whole seconds down and the share up', () => {
  expect(at(0)).toEqual({ secondsLeft: 8, passed: 0 });
  expect(at(5.5)).toEqual({ secondsLeft: 3, passed: 0.6875 });
});

it('stays at the ends when clocks differ or the alert is over', () => {
  expect(at(-3)).toEqual({ secondsLeft: 11, passed: 0 });
  expect(at(60)).toEqual({ secondsLeft: 0, passed: 1 });
});
