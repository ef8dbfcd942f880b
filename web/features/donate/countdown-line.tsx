import { texts } from '#web/texts/texts.ts';
import { timeOfDay } from '#web/ui/format.ts';
import { announcement, countdownText, isLow, secondsLeft } from './countdown.ts';

/** The time that is left to pay, and until when that is on the donor's own clock; read aloud at a few marks only. */
export function CountdownLine({ expiresAt, nowMs }: { expiresAt: string; nowMs: number }) {
  const seconds = secondsLeft(expiresAt, nowMs);
  return (
    <p className="until">
      <span className={isLow(seconds) ? 'countdown low' : 'countdown'} role="timer">
        {countdownText(seconds)}
      </span>
      <span className="sr" aria-live="polite">
        {announcement(seconds)}
      </span>
      <span className="muted">{texts('donation').payment.validUntil(timeOfDay(expiresAt))}</span>
    </p>
  );
}
