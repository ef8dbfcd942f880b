import { expect, it } from 'vitest';
import { microphoneWords } from './microphone-words.ts';
import { meterLevel, withLevel } from './recording-level.ts';
import { recordingName, recordingType } from './recording-type.ts';

const supported = (known: string[]) => recordingType((type) => known.some((start) => type.startsWith(start)));
const refusal = (name: string) => microphoneWords(new DOMException('', name));

it('records webm where it can, ogg in older Firefox, mp4 in Safari, and nothing where nothing works', () => {
  expect(supported(['audio/webm', 'audio/mp4'])).toBe('audio/webm;codecs=opus');
  expect(supported(['audio/ogg'])).toBe('audio/ogg;codecs=opus');
  expect(supported(['audio/mp4'])).toBe('audio/mp4;codecs=mp4a.40.2');
  expect(supported([])).toBeNull();
});

it('names a recording so that its end fits its type', () => {
  expect(recordingName('audio/webm;codecs=opus')).toBe('recording.webm');
  expect(recordingName('audio/ogg;codecs=opus')).toBe('recording.ogg');
  expect(recordingName('audio/mp4')).toBe('recording.m4a');
});

it('the meter rests in silence, is out at full voice, and stands between for a quiet one', () => {
  expect(meterLevel(new Float32Array(64))).toBe(0);
  expect(meterLevel(new Float32Array(0))).toBe(0);
  expect(meterLevel(new Float32Array(64).fill(0.5))).toBe(1);
  expect(meterLevel(new Float32Array(64).fill(0.03))).toBeCloseTo(0.515, 2);
});

it('fills the bar that is due and keeps its loudest', () => {
  const first = withLevel([0, 0, 0, 0], 0, 0.4);
  expect(withLevel(withLevel(first, 0.1, 0.2), 0.5, 0.9)).toEqual([0.4, 0, 0.9, 0]);
  expect(withLevel([0, 0], 1.2, 0.3)).toEqual([0, 0.3]);
});

it('says in words why the microphone did not open', () => {
  expect(refusal('NotAllowedError')).toContain('not allowed');
  expect(refusal('NotFoundError')).toContain('No microphone');
  expect(refusal('OverconstrainedError')).toBe('The microphone could not be opened. Please try again.');
  expect(microphoneWords(undefined)).toBe('The microphone could not be opened. Please try again.');
});
