import { describe, expect, test } from 'vitest';
import { defaultPace, holdMs, nextStep, type QueuedAlert, type QueueState } from './alert-queue.ts';

const start = new Date('2026-11-21T12:00:00Z');
const after = (ms: number) => new Date(start.getTime() + ms);
const idle: QueueState = { lastSentAt: null, lastHoldMs: 0, hasVisibleOverlay: true };
const alert: QueuedAlert = { id: 'a', queuedAt: start, sentAt: null, attempts: 0, clipMs: 0 };
const step = (head: QueuedAlert | null, queue: QueueState, ms: number) =>
  nextStep(head, queue, defaultPace, after(ms));

describe('the alert queue', () => {
  test('sleeps until it is woken when nothing waits or no overlay is visible', () => {
    const asleep = { do: 'wait', until: null };
    expect(step(null, idle, 0)).toEqual(asleep);
    expect(step(alert, { ...idle, hasVisibleOverlay: false }, 0)).toEqual(asleep);
  });

  test('sends at once when nothing played before', () => {
    expect(step(alert, idle, 5)).toEqual({ do: 'send', holdMs: 7500 });
  });

  test('lets the alert before have its time', () => {
    const busy = { ...idle, lastSentAt: start, lastHoldMs: 7500 };
    expect(step(alert, busy, 7499)).toEqual({ do: 'wait', until: after(7500) });
    expect(step(alert, busy, 7500)).toMatchObject({ do: 'send' });
  });

  test('holds for the clip, at most fifteen seconds', () => {
    expect(holdMs({ clipMs: 9000 }, defaultPace)).toBe(9500);
    expect(holdMs({ clipMs: 60_000 }, defaultPace)).toBe(15_500);
  });

  test('sends again what nobody acknowledged, and gives up after three times', () => {
    const sent = { ...alert, sentAt: start, attempts: 1 };
    expect(step(sent, idle, 10_000)).toEqual({ do: 'wait', until: after(10_500) });
    expect(step(sent, idle, 10_500)).toMatchObject({ do: 'send' });
    expect(step({ ...sent, attempts: 3 }, idle, 10_500)).toEqual({ do: 'tray' });
  });

  test('leaves what waited longer than an hour to the streamer', () => {
    expect(step(alert, idle, 3_600_001)).toEqual({ do: 'tray' });
  });
});
