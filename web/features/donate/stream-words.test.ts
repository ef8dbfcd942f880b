import { expect, it } from 'vitest';
import { streamWords } from './stream-words.ts';

const onStream = { clip: null, clipMinimumAmount: null };
const usdc = {
  mint: 'mint',
  symbol: 'USDC',
  decimals: 6,
  account: 'account',
  minAmount: '1',
  askedAmount: null,
  amount: '5',
  missingAmount: '0',
};
const received = {
  status: 'RECEIVED',
  shownOnStreamAt: null,
  onStream,
  late: false,
  paidAt: '2026-11-21T12:00:00Z',
  expiresAt: '2026-11-21T12:10:00Z',
} as const;
const soon = 'It will appear on the stream shortly.';

it('promises the stream while the alert is still to come, and the audio only where there is some', () => {
  expect(streamWords(received)).toEqual([soon]);
  expect(streamWords({ ...received, onStream: { ...onStream, clip: 'plays' } })).toEqual([
    'Your custom audio will play on the stream!',
    soon,
  ]);
});

it('promises no audio where the amount paid, the currency or a rule leaves it out, and says why', () => {
  const wordsOf = (clip: 'belowMinimum' | 'leftOut', token?: typeof usdc) =>
    streamWords({ ...received, token, onStream: { ...onStream, clip, clipMinimumAmount: 0.1 } });
  expect(wordsOf('belowMinimum')).toEqual([
    'Your custom audio will not play: clips are heard from 0.100000 SOL on.',
    soon,
  ]);
  expect(wordsOf('belowMinimum', usdc)).toEqual([
    'Your custom audio will not play: clips are heard from 0.100000 SOL on, and in no other currency.',
    soon,
  ]);
  expect(wordsOf('leftOut')).toEqual(['Your custom audio will not play on the stream.', soon]);
});

it('promises no audio while the server has not said what becomes of it', () => {
  expect(streamWords({ ...received, onStream: undefined })).toEqual([soon]);
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
