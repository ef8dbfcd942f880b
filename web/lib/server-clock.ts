/** Milliseconds that the server's clock is ahead of ours; small differences are the answer's travel time and ignored. */
let aheadMs = 0;
const ignoredMs = 3000;

/** Learns from the `date` header of any answer, so that a donor's wrong clock does not falsify the countdown. */
export function learnServerTime(dateHeader: string | null, nowMs = Date.now()): void {
  const serverMs = Date.parse(dateHeader ?? '');
  if (Number.isNaN(serverMs)) return;
  const difference = serverMs - nowMs;
  aheadMs = Math.abs(difference) < ignoredMs ? 0 : difference;
}

/** The server's time in milliseconds since 1970, to about a second. */
export function serverNow(nowMs = Date.now()): number {
  return nowMs + aheadMs;
}
