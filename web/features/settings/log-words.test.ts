import { expect, it } from 'vitest';
import { logWords } from './log-words.ts';

const entry = { id: '1', at: '2026-11-21T12:00:00.000Z', who: 'mia', donatorName: null } as const;

it('says who did what to which alert', () => {
  expect(logWords({ ...entry, role: 'moderator', action: 'reject', donatorName: 'foxglove' })).toBe(
    'mia (moderator) rejected the alert of foxglove',
  );
  expect(logWords({ ...entry, who: 'lumen_kat', role: 'streamer', action: 'pause' })).toBe(
    'lumen_kat paused the alerts',
  );
});

it('a test is nobody’s alert', () => {
  expect(logWords({ ...entry, role: 'tool', action: 'test', donatorName: 'Brava' })).toBe(
    'mia (tool) sent a test alert',
  );
});
