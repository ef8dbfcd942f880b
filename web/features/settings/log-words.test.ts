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

it('names the link or token that was made or ended, and says masked in plain words', () => {
  expect(logWords({ ...entry, role: 'streamer', action: 'token_created', donatorName: 'Mod Mo' })).toBe(
    'mia made the link or token “Mod Mo”',
  );
  expect(logWords({ ...entry, role: 'streamer', action: 'token_ended', donatorName: 'Mod Mo' })).toBe(
    'mia ended the link or token “Mod Mo”',
  );
  expect(logWords({ ...entry, role: 'streamer', action: 'approve_masked', donatorName: 'Ben' })).toBe(
    'mia approved and masked the alert of Ben',
  );
});
