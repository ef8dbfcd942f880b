import { expect, it } from 'vitest';
import { setupProgress } from './setup-progress.ts';

const shown = '2026-11-21T12:00:00.000Z';

it('an overlay that has connected proves the first three steps', () => {
  expect(setupProgress(null)).toMatchObject({ done: 0, summary: '0 of 5 done', advice: null });
  expect(setupProgress({ connected: 0, lastShownAt: null })).toMatchObject({ done: 0, advice: null });
  expect(setupProgress({ connected: 1, lastShownAt: null })).toMatchObject({
    done: 3,
    summary: '3 of 5 done',
  });
});

it('an alert that was shown on an open overlay ends the set-up, and proves neither size nor place', () => {
  expect(setupProgress({ connected: 1, lastShownAt: shown })).toMatchObject({
    done: 3,
    works: true,
    summary: 'Overlay works',
  });
});

it('with no overlay open nothing is ticked, whatever was shown before', () => {
  const { done, advice } = setupProgress({ connected: 0, lastShownAt: shown });
  expect(done).toBe(0);
  expect(advice).toContain('if you replaced the widget link');
});
