import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Problem } from '#contract/problem.ts';
import {
  type AlertFacts,
  alertStateOf,
  approve,
  dismiss,
  isLeftOut,
  isOnStream,
  play,
  reject,
  release,
  showUnapproved,
  skip,
} from './alert.ts';

const then = new Date('2026-11-21T12:00:00Z');
const now = new Date('2026-11-21T12:30:00Z');
const waiting: AlertFacts = {
  heldAt: null,
  approvedAt: null,
  isMasked: false,
  trayedAt: null,
  queuedAt: then,
  goesNext: false,
  releasedAt: null,
  sentAt: null,
  attempts: 0,
  settledAt: null,
  settledHow: null,
};
const held = { ...waiting, heldAt: then };
const trayed = { ...waiting, trayedAt: then, attempts: 3, sentAt: then };
const onStream = { ...waiting, sentAt: then, attempts: 1 };
const settled: AlertFacts = { ...waiting, settledAt: then, settledHow: 'overlay' };
const refusal = expect.objectContaining({ code: 'alert_already_settled' });

const anyAlert: fc.Arbitrary<AlertFacts> = fc
  .record({
    heldAt: fc.constantFrom(null, then),
    approvedAt: fc.constantFrom(null, then),
    isMasked: fc.boolean(),
    trayedAt: fc.constantFrom(null, then),
    releasedAt: fc.constantFrom(null, then),
    sentAt: fc.constantFrom(null, then),
    attempts: fc.nat(3),
    goesNext: fc.boolean(),
    how: fc.constantFrom(
      null,
      'overlay' as const,
      'marked' as const,
      'skipped' as const,
      'rejected' as const,
    ),
  })
  .map(({ how, ...facts }) => ({
    ...facts,
    queuedAt: then,
    settledAt: how === null ? null : then,
    settledHow: how,
  }));

describe('an alert', () => {
  test('is held until approved, and in the queue from then on, with a fresh hour', () => {
    expect(alertStateOf(held)).toBe('held');
    const approved = approve(held, undefined, now);
    expect([alertStateOf(approved), approved.queuedAt, approved.isMasked]).toEqual(['queue', now, false]);
    expect(approve(held, true, now).isMasked).toBe(true);
    expect(approve({ ...held, isMasked: true }, false, now).isMasked).toBe(false);
    expect(approve({ ...held, isMasked: true }, undefined, now).isMasked).toBe(true);
  });

  test('that nobody approved in time goes to the queue without its text; one that was decided about stays', () => {
    const shown = showUnapproved({ ...held, foundWords: ['tomato'] }, now);
    expect([alertStateOf(shown), shown.queuedAt, shown.foundWords]).toEqual(['queue', now, []]);
    expect(isLeftOut(shown)).toBe(true);
    for (const facts of [waiting, { ...held, approvedAt: then }, trayed, onStream, settled]) {
      const alert = { ...facts, foundWords: [] };
      expect(showUnapproved(alert, now)).toBe(alert);
    }
  });

  test('is decided about once, but for a no, which wins over a yes; the same again changes nothing', () => {
    const approved = approve(held, false, then);
    const rejected = reject(held, then);
    expect(reject(approved, now)).toMatchObject({ settledHow: 'rejected', settledAt: now });
    expect(reject({ ...approved, sentAt: then }, now)).toMatchObject({ settledHow: 'rejected' });
    expect(() => approve(rejected, undefined, now)).toThrow(refusal);
    expect(() => approve(approved, true, now)).toThrow(refusal);
    expect(approve(approved, false, now)).toBe(approved);
    expect(reject(rejected, now)).toBe(rejected);
    expect(dismiss(approved, now)).toMatchObject({ settledHow: 'dismissed', settledAt: now });
  });

  test('of the tray plays next and as if it were new; a held one must be approved', () => {
    expect(play(trayed, now)).toEqual({ ...waiting, queuedAt: now, goesNext: true });
    expect(approve(trayed, undefined, now)).toEqual({ ...waiting, queuedAt: now, approvedAt: now });
    expect(play(waiting, now)).toBe(waiting);
    expect(() => play(held, now)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  test('can be skipped only while it is on stream', () => {
    expect(skip(onStream, now)).toMatchObject({ settledHow: 'skipped' });
    for (const other of [waiting, held, trayed, settled]) expect(skip(other, now)).toBe(other);
  });

  test('can be released once: it goes next then, and its hour for catching up begins', () => {
    const released = release(waiting, now);
    expect(released).toMatchObject({ releasedAt: now, queuedAt: now, goesNext: true });
    expect(release(released, then)).toBe(released);
    expect(play({ ...released, trayedAt: now }, now).releasedAt).toBeNull();
  });

  test('that is settled stays settled as it was, whatever people do', () => {
    const acts = [
      (alert: AlertFacts) => approve(alert, undefined, now),
      (alert: AlertFacts) => reject(alert, now),
      (alert: AlertFacts) => play(alert, now),
      (alert: AlertFacts) => dismiss(alert, now),
      (alert: AlertFacts) => skip(alert, now),
    ];
    const check = fc.check(
      fc.property(anyAlert, fc.constantFrom(...acts), (alert, act) => {
        fc.pre(alert.settledAt !== null);
        try {
          return act(alert) === alert;
        } catch (error) {
          return error instanceof Problem && error.code === 'alert_already_settled';
        }
      }),
    );
    expect(check.failed).toBe(false);
  });

  test('is on stream only in the queue and sent', () => {
    fc.assert(
      fc.property(anyAlert, (alert) => {
        expect(isOnStream(alert)).toBe(alertStateOf(alert) === 'queue' && alert.sentAt !== null);
      }),
    );
  });
});
