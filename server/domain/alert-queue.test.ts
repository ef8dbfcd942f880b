import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultPace,
  holdMs,
  longestWaitMs,
  nextStep,
  type QueuedAlert,
  type QueueState,
} from './alert-queue.ts';

const start = new Date('2026-11-21T12:00:00Z');
const after = (ms: number) => new Date(start.getTime() + ms);
const idle: QueueState = {
  lastSentAt: null,
  lastHoldMs: 0,
  hasVisibleOverlay: true,
  isPaused: false,
  stacks: false,
};
const alert: QueuedAlert = {
  id: 'a',
  kind: 'payment',
  queuedAt: start,
  releasedAt: null,
  sentAt: null,
  attempts: 0,
  clipMs: 0,
};
const sent: QueuedAlert = { ...alert, id: 's', sentAt: start, attempts: 1 };
const asleep = { do: 'wait', until: null };
const step = (
  { sent, unsent }: { sent?: QueuedAlert | QueuedAlert[]; unsent?: QueuedAlert },
  queue: QueueState,
  ms: number,
) =>
  nextStep(
    { sent: sent === undefined ? [] : [sent].flat(), unsent: unsent ?? null },
    queue,
    defaultPace,
    after(ms),
  );

describe('the alert queue', () => {
  test('sleeps until it is woken when nothing waits or no overlay is visible', () => {
    expect(step({}, idle, 0)).toEqual(asleep);
    expect(step({ unsent: alert }, { ...idle, hasVisibleOverlay: false }, 0)).toEqual(asleep);
  });

  test('sends at once when nothing played before', () => {
    expect(step({ unsent: alert }, idle, 5)).toEqual({ do: 'send', alert, holdMs: 7500 });
  });

  test('lets the alert before have its time', () => {
    const busy = { ...idle, lastSentAt: start, lastHoldMs: 7500 };
    expect(step({ unsent: alert }, busy, 7499)).toEqual({ do: 'wait', until: after(7500) });
    expect(step({ unsent: alert }, busy, 7500)).toMatchObject({ do: 'send' });
  });

  test('holds for the clip, at most fifteen seconds', () => {
    expect(holdMs({ clipMs: 9000 }, defaultPace)).toBe(9500);
    expect(holdMs({ clipMs: 60_000 }, defaultPace)).toBe(15_500);
  });

  test('sends again what nobody acknowledged before anything else, and gives up after three times', () => {
    expect(step({ sent, unsent: alert }, idle, 10_000)).toEqual({ do: 'wait', until: after(10_500) });
    expect(step({ sent, unsent: alert }, idle, 10_500)).toMatchObject({ do: 'send', alert: sent });
    expect(step({ sent: { ...sent, attempts: 3 } }, idle, 10_500)).toMatchObject({ do: 'tray' });
  });

  test('leaves what waited longer than an hour to the streamer', () => {
    expect(step({ unsent: alert }, idle, 3_600_001)).toEqual({ do: 'tray-old' });
  });

  test('sends nothing but tests while it is paused', () => {
    const paused = { ...idle, isPaused: true };
    const trial: QueuedAlert = { ...alert, id: 't', kind: 'test' };
    expect(step({ sent, unsent: alert }, paused, 20_000)).toEqual(asleep);
    expect(step({ unsent: { ...alert, kind: 'replay' } }, paused, 20_000)).toEqual(asleep);
    expect(step({ sent, unsent: trial }, paused, 20_000)).toMatchObject({ do: 'send', alert: trial });
  });

  test('drops a test that waited a quarter of an hour or that nobody showed: it never goes to the tray', () => {
    const trial: QueuedAlert = { ...alert, kind: 'test' };
    expect(step({ unsent: trial }, idle, 900_000)).toMatchObject({ do: 'send' });
    expect(step({ unsent: trial }, idle, 900_001)).toMatchObject({ do: 'drop' });
    expect(step({ sent: { ...sent, kind: 'test', attempts: 3 } }, idle, 10_500)).toMatchObject({
      do: 'drop',
    });
  });

  test('lets a test wait for an overlay, and drops it in time though none opens', () => {
    const alone = { ...idle, hasVisibleOverlay: false };
    const trial: QueuedAlert = { ...alert, kind: 'test' };
    expect(step({ unsent: trial }, alone, 0)).toEqual({ do: 'wait', until: after(18_500) });
    expect(step({ unsent: trial }, alone, 899_999)).toEqual({ do: 'wait', until: after(900_001) });
    expect(step({ unsent: trial }, { ...alone, isPaused: true }, 900_001)).toMatchObject({ do: 'drop' });
  });

  test('lets cards stack with only the gap between them, and still sends again what was not acknowledged', () => {
    const stacking = { ...idle, stacks: true, lastSentAt: start, lastHoldMs: 7500 };
    expect(step({ sent, unsent: alert }, stacking, 499)).toEqual({ do: 'wait', until: after(500) });
    expect(step({ sent, unsent: alert }, stacking, 500)).toMatchObject({ do: 'send', alert });
    expect(step({ sent, unsent: alert }, stacking, 10_500)).toMatchObject({ do: 'send', alert: sent });
    expect(step({ sent }, stacking, 600)).toEqual({ do: 'wait', until: after(10_500) });
  });

  test('lets no more than three cards stack: the fourth waits until one of them has left', () => {
    const stacking = { ...idle, stacks: true, lastSentAt: after(1000), lastHoldMs: 7500 };
    const others = [500, 1000].map((ms) => ({ ...sent, id: `${ms}`, sentAt: after(ms) }));
    expect(step({ sent: [sent, ...others], unsent: alert }, stacking, 5000)).toEqual({
      do: 'wait',
      until: after(10_500),
    });
    expect(step({ sent: others, unsent: alert }, stacking, 5000)).toMatchObject({ do: 'send', alert });
    const paused = { ...stacking, isPaused: true };
    const trial: QueuedAlert = { ...alert, id: 't', kind: 'test' };
    expect(step({ sent: [sent, ...others], unsent: trial }, paused, 5000)).toMatchObject({ alert: trial });
  });

  test('sets back what was sent later than now, whatever else there is: the clock went back', () => {
    const busy = { ...idle, lastSentAt: start, lastHoldMs: 7500 };
    expect(step({}, busy, -1)).toEqual({ do: 'set-back' });
    expect(step({ unsent: alert }, { ...busy, isPaused: true }, -1)).toEqual({ do: 'set-back' });
    expect(step({ sent }, { ...idle, hasVisibleOverlay: false }, -1)).toEqual({ do: 'set-back' });
    expect(step({ unsent: alert }, busy, 0)).toEqual({ do: 'wait', until: after(7500) });
  });

  test('sends what was released while it is paused, again where nobody has seen it, and holds all else', () => {
    const paused = { ...idle, isPaused: true };
    const released = { ...alert, releasedAt: start };
    expect(step({ unsent: alert }, paused, 0)).toEqual(asleep);
    expect(step({ unsent: released }, paused, 0)).toMatchObject({ do: 'send' });
    expect(step({ unsent: released }, { ...paused, hasVisibleOverlay: false }, 0)).toEqual(asleep);
    expect(step({ sent: { ...sent, releasedAt: start } }, paused, 60_000)).toMatchObject({ do: 'send' });
    expect(step({ sent }, paused, 60_000)).toEqual(asleep);
  });

  test('never waits for a moment that has passed, nor longer than for the longest clip', () => {
    const anyAlert = fc.record({
      id: fc.constant('x'),
      kind: fc.constantFrom('payment' as const, 'replay' as const, 'test' as const),
      queuedAt: fc.constant(start),
      releasedAt: fc.constantFrom(null, start),
      attempts: fc.nat(4),
      clipMs: fc.nat(20_000),
    });
    const anyQueue = fc.record({
      lastSentAt: fc.constantFrom(null, start),
      lastHoldMs: fc.nat(15_500),
      hasVisibleOverlay: fc.boolean(),
      isPaused: fc.boolean(),
      stacks: fc.boolean(),
    });
    const check = fc.check(
      fc.property(
        fc.option(anyAlert),
        fc.option(anyAlert),
        anyQueue,
        fc.nat(4_000_000),
        (one, other, queue, ms) => {
          const heads = {
            sent: one === null ? [] : [{ ...one, sentAt: start }],
            unsent: other === null ? null : { ...other, sentAt: null },
          };
          const next = nextStep<QueuedAlert>(heads, queue, defaultPace, after(ms));
          if (next.do !== 'wait' || next.until === null) return true;
          return next.until > after(ms) && next.until <= after(ms + longestWaitMs(defaultPace));
        },
      ),
    );
    expect(check.failed).toBe(false);
  });
});
