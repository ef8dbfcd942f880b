import { beforeEach, expect, it, vi } from 'vitest';
import { createPendingDecisions, type PendingDecisions, undoMs } from './pending-decisions.ts';

const send = vi.fn<(id: string, decision: string) => void>();
let timers: { act: () => void; ms: number }[];
let pending: PendingDecisions;

beforeEach(() => {
  send.mockReset();
  timers = [];
  pending = createPendingDecisions({
    send,
    later: (act, ms) => {
      const timer = { act, ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
});

it('a rejection is sent once, and only after the time in which it can be taken back', () => {
  pending.decide('a', 'reject');
  pending.decide('a', 'reject');
  expect(send).not.toHaveBeenCalled();
  expect(timers.map(({ ms }) => ms)).toEqual([undoMs]);
  timers[0]?.act();
  expect(send.mock.calls).toEqual([['a', 'reject']]);
  expect(pending.current().size).toBe(0);
});

it('what is taken back is never sent', () => {
  pending.decide('a', 'dismiss');
  pending.undo('a');
  void pending.flush();
  expect(timers).toEqual([]);
  expect(send).not.toHaveBeenCalled();
});

it('a page that goes away sends what was decided', () => {
  pending.decide('a', 'reject');
  pending.decide('b', 'dismiss');
  void pending.flush();
  expect(send.mock.calls).toEqual([
    ['a', 'reject'],
    ['b', 'dismiss'],
  ]);
  expect(timers).toEqual([]);
});

it('what somebody else has let through meanwhile is rejected at once', () => {
  pending.decide('a', 'reject');
  pending.keepUp(new Set(['a']), new Set());
  expect(send).not.toHaveBeenCalled();
  pending.keepUp(new Set(), new Set(['a']));
  expect(send.mock.calls).toEqual([['a', 'reject']]);
});

it('what somebody else has settled meanwhile needs no answer any more', () => {
  pending.decide('a', 'reject');
  pending.keepUp(new Set(), new Set());
  expect(send).not.toHaveBeenCalled();
  expect(pending.current().size).toBe(0);
});

it('gives the same object until something changes, and tells its listeners', () => {
  const listener = vi.fn<() => void>();
  const leave = pending.subscribe(listener);
  const before = pending.current();
  expect(pending.current()).toBe(before);
  pending.decide('a', 'reject');
  expect(pending.current()).not.toBe(before);
  leave();
  pending.undo('a');
  expect(listener).toHaveBeenCalledTimes(1);
});
