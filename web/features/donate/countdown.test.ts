import { expect, it } from 'vitest';
import { announcement, countdownText, isLow, secondsLeft } from './countdown.ts';

const expiresAt = '2026-11-21T12:10:00.000Z';
const end = Date.parse(expiresAt);

it('shows minutes and seconds left, then Expired', () => {
  expect(countdownText(secondsLeft(expiresAt, end - 582_000))).toBe('9:42 left');
  expect(countdownText(secondsLeft(expiresAt, end - 9000))).toBe('0:09 left');
  expect(countdownText(secondsLeft(expiresAt, end - 1))).toBe('0:01 left');
  expect(countdownText(secondsLeft(expiresAt, end))).toBe('Expired');
  expect(countdownText(secondsLeft(expiresAt, end + 5000))).toBe('Expired');
});

it('turns red at 120 seconds', () => {
  expect(isLow(121)).toBe(false);
  expect(isLow(120)).toBe(true);
});

it('is announced at five, two and one minute only', () => {
  const said = Array.from({ length: 600 }, (_, index) => announcement(600 - index));
  expect([...new Set(said)]).toEqual(['', '5 minutes left', '2 minutes left', '1 minute left']);
  expect(announcement(299)).toBe('5 minutes left');
  expect(announcement(200)).toBe('');
});
