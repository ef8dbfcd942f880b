import { expect, it } from 'vitest';
import { streamWords } from './stream-words.ts';

const onStream = { waitsFor: null, clip: null, clipMinimumAmount: null };
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
} as const;
const soon = 'It will appear on the stream shortly.';
const choice = 'Whether it appears on the stream is the streamer’s choice.';

it('promises the stream while the alert is still to come, and the audio only where there is some', () => {
  expect(streamWords(received)).toEqual([soon]);
  expect(streamWords({ ...received, onStream: { ...onStream, clip: 'plays' } })).toEqual([
    'Your custom audio will play on the stream!',
    soon,
  ]);
});

it('promises no audio where the amount paid, the currency or a rule leaves it out, and says why after all else', () => {
  const wordsOf = (clip: 'belowMinimum' | 'leftOut', token?: typeof usdc) =>
    streamWords({ ...received, token, onStream: { ...onStream, clip, clipMinimumAmount: 0.1 } });
  expect(wordsOf('belowMinimum')).toEqual([
    soon,
    'Your custom audio will not play: clips are heard from 0.100000 SOL on.',
  ]);
  expect(wordsOf('belowMinimum', usdc)).toEqual([
    soon,
    'Your custom audio will not play: clips are heard from 0.100000 SOL on, and in no other currency.',
  ]);
  expect(wordsOf('leftOut')).toEqual([soon, 'Your custom audio will not play on the stream.']);
});

it('promises nothing that waits for a person, and says what it waits for', () => {
  const held = { ...onStream, waitsFor: 'approval', clip: 'plays' } as const;
  const waits = 'It is looked at first, and appears on the stream once it is approved.';
  expect(streamWords({ ...received, onStream: held })).toEqual([waits]);
  expect(
    streamWords({ ...received, onStream: { ...held, clip: 'belowMinimum', clipMinimumAmount: 0.1 } }),
  ).toEqual([waits, 'Your custom audio will not play: clips are heard from 0.100000 SOL on.']);
  expect(streamWords({ ...received, onStream: { ...held, waitsFor: 'play' } })).toEqual([choice]);
});

it('promises nothing while the server has not said what becomes of it', () => {
  expect(streamWords({ ...received, onStream: undefined })).toEqual([]);
});

it('promises nothing once the alert has ended', () => {
  expect(streamWords({ ...received, status: 'SHOWN', shownOnStreamAt: '2026-11-21T12:00:00Z' })).toEqual([
    'It was shown on the stream.',
  ]);
  expect(streamWords({ ...received, status: 'TRANSFERRED' })).toEqual([]);
});

it('says of late money that it counts all the same', () => {
  const late = 'It came after the address had expired, and counts all the same.';
  expect(streamWords({ ...received, late: true })).toEqual([late, soon]);
  const tooLate = { ...onStream, waitsFor: 'play' } as const;
  expect(streamWords({ ...received, late: true, onStream: tooLate })).toEqual([late, choice]);
  expect(streamWords({ ...received, late: true, onStream: undefined })).toEqual([late]);
});
