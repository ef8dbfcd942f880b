import { expect, it } from 'vitest';
import { stepsTaken } from './ready-steps.ts';

const nothing = { connected: 0, lastShownAt: null };
const none = new Set<string>();

it('nothing is ticked before anything has happened', () => {
  expect(stepsTaken({ overlay: nothing, totalDonations: 0, kept: none })).toEqual({
    overlay: false,
    test: false,
    link: false,
    donation: false,
  });
});

it('an overlay that was open once stays ticked, an alert that was shown proves it too', () => {
  const open = { connected: 1, lastShownAt: null };
  const shown = { connected: 0, lastShownAt: '2026-11-21T12:00:00.000Z' };
  expect(stepsTaken({ overlay: open, totalDonations: 0, kept: none })).toMatchObject({
    overlay: true,
    test: false,
  });
  expect(stepsTaken({ overlay: nothing, totalDonations: 0, kept: new Set(['overlay']) }).overlay).toBe(true);
  expect(stepsTaken({ overlay: shown, totalDonations: 0, kept: none })).toMatchObject({
    overlay: true,
    test: true,
  });
});

it('an alert that was seen on stream ticks the test, whatever became of it', () => {
  expect(stepsTaken({ overlay: nothing, totalDonations: 1, kept: new Set(['test']) }).test).toBe(true);
});

it('the link is ticked when it was used here, or when somebody has donated by it', () => {
  expect(stepsTaken({ overlay: nothing, totalDonations: 0, kept: new Set(['link']) })).toMatchObject({
    link: true,
    donation: false,
  });
  expect(stepsTaken({ overlay: nothing, totalDonations: 1, kept: none })).toMatchObject({
    link: true,
    donation: true,
  });
});
