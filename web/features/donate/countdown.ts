import { texts } from '#web/texts/texts.ts';

/** At this many seconds or fewer the countdown is red (spec §4). */
const lowSeconds = 120;

/** Seconds until a time; a second that has begun counts whole, so that it is 0 exactly at the end. */
export function secondsLeft(expiresAt: string, nowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - nowMs) / 1000));
}

/** '9:42 left', or 'Expired'. */
export function countdownText(seconds: number): string {
  const words = texts('donation').payment;
  if (seconds <= 0) return words.expired;
  return words.left(Math.floor(seconds / 60), String(seconds % 60).padStart(2, '0'));
}

/** Whether the countdown is red. */
export function isLow(seconds: number): boolean {
  return seconds <= lowSeconds;
}

/** What a screen reader is told: only at 5, 2 and 1 minute, so that it is not interrupted every second. */
export function announcement(seconds: number): string {
  const mark = [60, 120, 300].find((at) => seconds <= at && seconds > at - 5);
  return mark === undefined ? '' : texts('donation').payment.minutesLeft(mark / 60);
}
