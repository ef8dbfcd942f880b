import { announcement, countdownText, isLow, secondsLeft } from './countdown.ts';

/** The time that is left to pay; read aloud at a few marks only. */
export function CountdownLine({ expiresAt, nowMs }: { expiresAt: string; nowMs: number }) {
  const seconds = secondsLeft(expiresAt, nowMs);
  return (
    <>
      <span className={isLow(seconds) ? 'countdown low' : 'countdown'} role="timer">
        {countdownText(seconds)}
      </span>
      <span className="sr" aria-live="polite">
        {announcement(seconds)}
      </span>
    </>
  );
}
