import { expect, it } from 'vitest';
import { stepsDone } from './setup-progress.ts';

it('an overlay that has connected proves the first three steps', () => {
  expect(stepsDone(null)).toBe(0);
  expect(stepsDone({ connected: 0, lastShownAt: null })).toBe(0);
  expect(stepsDone({ connected: 1, lastShownAt: null })).toBe(3);
});

it('an alert that was on stream ends the set-up, also when OBS is closed again', () => {
  expect(stepsDone({ connected: 0, lastShownAt: '2026-11-21T12:00:00.000Z' })).toBe(5);
});
