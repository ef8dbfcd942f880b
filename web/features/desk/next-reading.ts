import type { AlertDesk } from '#contract/alerts.ts';
import { serverNow } from '#web/lib/server-clock.ts';

/** Without the socket the desk is read again this often. */
const pollMs = 5000;
/** The end of an alert that counts as shown is told by nobody: so long after it, the desk is read again. */
const afterLastMs = 500;

/** In how many milliseconds a desk is to be read again by itself; false where the socket tells of all that may change. */
export function nextReadingMs(desk: AlertDesk | undefined, connected: boolean): number | false {
  const untilToldMs = connected ? Infinity : pollMs;
  const untilOverMs =
    desk?.now?.isSettled === true
      ? Math.max(0, Date.parse(desk.now.endsAt) - serverNow()) + afterLastMs
      : Infinity;
  const nextMs = Math.min(untilToldMs, untilOverMs);
  return nextMs === Infinity ? false : nextMs;
}
