import { expect, it } from 'vitest';
import { deskListLength } from '#contract/alerts.ts';
import { canReplayLast } from './can-replay.ts';
import { aDesk, anAlert } from './desk-fixture.ts';

const at = '2026-11-21T12:00:00.000Z';
const overlay = { connected: 1, visible: 1, lastShownAt: at };
const settled = (id: string, settledHow: 'overlay' | 'skipped') => ({
  ...anAlert(id),
  settledAt: at,
  settledHow,
});

it('there is nothing to replay before a donation was shown, also after a test or a skipped one', () => {
  expect(canReplayLast(aDesk())).toBe(false);
  expect(canReplayLast(aDesk({ overlay }))).toBe(false);
  expect(canReplayLast(aDesk({ overlay, recent: [settled('1', 'skipped')] }))).toBe(false);
});

it('there is nothing to replay where somebody took away all that was shown', () => {
  const taken = { ...settled('1', 'overlay'), isTaken: true };
  expect(canReplayLast(aDesk({ overlay, recent: [settled('2', 'skipped'), taken] }))).toBe(false);
  expect(canReplayLast(aDesk({ overlay, recent: [taken, settled('3', 'overlay')] }))).toBe(true);
});

it('what an overlay showed can be replayed, also when the list of recent alerts does not reach back to it', () => {
  expect(canReplayLast(aDesk({ overlay, recent: [settled('1', 'overlay')] }))).toBe(true);
  const many = Array.from({ length: deskListLength }, (_, index) => settled(String(index), 'skipped'));
  expect(canReplayLast(aDesk({ overlay, recent: many }))).toBe(true);
});
