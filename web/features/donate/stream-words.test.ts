import { expect, it } from 'vitest';
import { streamWords } from './stream-words.ts';

const received = {
  status: 'RECEIVED',
  shownOnStreamAt: null,
  mediaUrl: null,
  late: false,
  paidAt: '2026-11-21T12:00:00Z',
  expiresAt: '2026-11-21T12:10:00Z',
} as const;
const soon = 'It will appear on the stream shortly.';

it('promises the stream while the alert is still to come, and the audio only where there is some', () => {
  expect(streamWords(received)).toEqual([soon]);
  expect(streamWords({ ...received, mediaUrl: '/clip.mp3' })).toEqual([
    'Your custom audio will play on the stream!',
    soon,
  ]);
});

it('promises nothing once the alert has ended', () => {
  expect(streamWords({ ...received, status: 'SHOWN', shownOnStreamAt: '2026-11-21T12:00:00Z' })).toEqual([
    'It was shown on the stream.',
  ]);
  expect(streamWords({ ...received, status: 'TRANSFERRED' })).toEqual([]);
});

it('promises the stream for money up to an hour late, and leaves the rest to the streamer', () => {
  const late = { ...received, late: true };
  expect(streamWords({ ...late, paidAt: '2026-11-21T13:10:00Z' }).at(-1)).toBe(soon);
  const tooLate = streamWords({ ...late, paidAt: '2026-11-21T13:10:01Z' });
  expect(tooLate).toEqual([expect.stringContaining('the streamer’s choice')]);
});
