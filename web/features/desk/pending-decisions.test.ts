import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type AlertDesk, deskListLength } from '#contract/alerts.ts';
import { aDesk, anAlert } from './desk-fixture.ts';
import { createPendingDecisions, type PendingDecisions, undoMs } from './pending-decisions.ts';

const send = vi.fn<(id: string, decision: string) => unknown>();
let timers: { act: () => void; ms: number }[];
let holds: number;
let pending: PendingDecisions;

beforeEach(() => {
  send.mockReset();
  timers = [];
  holds = 0;
  pending = createPendingDecisions({
    send,
    later: (act, ms) => {
      const timer = { act, ms };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
    hold: () => {
      holds += 1;
      return () => void (holds -= 1);
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

it('a session waits until what was decided is taken back, settled by others, or answered', async () => {
  const answered = Promise.withResolvers<void>();
  send.mockReturnValueOnce(answered.promise).mockRejectedValueOnce(new Error('refused'));
  for (const id of ['a', 'b', 'c', 'd']) pending.decide(id, 'reject');
  expect(holds).toBe(4);
  pending.undo('a');
  const settled = { settledAt: '2026-11-21T12:00:08.000Z', settledHow: 'rejected' as const };
  pending.keepUp(
    aDesk({ toApprove: [anAlert('c'), anAlert('d')], recent: [{ ...anAlert('b'), ...settled }] }),
  );
  expect(holds).toBe(2);
  const all = pending.flush();
  await expect(all).rejects.toThrow('refused');
  expect(holds).toBe(1);
  answered.resolve();
  await expect.poll(() => holds).toBe(0);
});

describe('what somebody else has let through meanwhile', () => {
  const others = Array.from({ length: deskListLength }, (_, i) => anAlert(`other ${i}`));
  const onStream = {
    sentAt: '2026-11-21T12:00:01.000Z',
    endsAt: '2026-11-21T12:00:08.500Z',
    isSettled: false,
  };

  it.each<[string, Partial<AlertDesk>]>([
    ['waits for its turn', { next: [anAlert('a')] }],
    [
      'waits behind all that the list names',
      { next: others, counts: { onStream: 0, toApprove: 0, next: 51, tray: 0 } },
    ],
    ['is on stream', { now: { ...anAlert('a'), ...onStream } }],
    ['is on stream, and another card has come after it', { now: { ...anAlert('b'), ...onStream } }],
    [
      'counts as shown and is still heard',
      {
        now: { ...anAlert('a'), ...onStream, isSettled: true },
        recent: [{ ...anAlert('a'), settledAt: '2026-11-21T12:00:08.000Z', settledHow: 'overlay' }],
      },
    ],
  ])('is rejected at once where it %s', (_, desk) => {
    pending.decide('a', 'reject');
    pending.keepUp(aDesk({ toApprove: [anAlert('a')] }));
    expect(send).not.toHaveBeenCalled();
    pending.keepUp(aDesk(desk));
    expect(send.mock.calls).toEqual([['a', 'reject']]);
  });
});

it('what is pushed out of a long list is not kept for ever, nor forgotten', () => {
  pending.decide('a', 'dismiss');
  pending.keepUp(aDesk({ tray: [anAlert('a')] }));
  pending.keepUp(aDesk({ tray: [anAlert('b')], counts: { onStream: 0, toApprove: 0, next: 0, tray: 51 } }));
  expect(send.mock.calls).toEqual([['a', 'dismiss']]);
});

it('what somebody else has settled meanwhile needs no answer any more', () => {
  pending.decide('a', 'reject');
  const settled = { settledAt: '2026-11-21T12:00:08.000Z', settledHow: 'rejected' as const };
  pending.keepUp(aDesk({ recent: [{ ...anAlert('a'), ...settled }] }));
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
