import { expect, it } from 'vitest';
import { streamWords } from './stream-words.ts';

const received = { status: 'RECEIVED', shownOnStreamAt: null, mediaUrl: null } as const;

it('promises the stream while the alert is still to come, and the audio only where there is some', () => {
  expect(streamWords(received)).toBe('It will appear on the stream shortly.');
  expect(streamWords({ ...received, mediaUrl: '/clip.mp3' })).toBe(
    'Your custom audio will play on the stream! It will appear on the stream shortly.',
  );
});

it('promises nothing once the alert has ended', () => {
  expect(streamWords({ ...received, status: 'SHOWN', shownOnStreamAt: '2026-11-21T12:00:00Z' })).toBe(
    'It was shown on the stream.',
  );
  expect(streamWords({ ...received, status: 'TRANSFERRED' })).toBe('');
});
