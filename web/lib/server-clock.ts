/** Milliseconds that the server's clock is ahead of ours; small differences are no matter and ignored. */
let aheadMs = 0;
const ignoredMs = 3000;

/**
 * Learns from the `date` header of any answer, so that a donor's wrong clock does not falsify the countdown. The server wrote
 * it, in whole seconds, at some time since it was asked. As long as what is known may be so, it stays: an answer that was long
 * under way turns no clock.
 */
export function learnServerTime(dateHeader: string | null, askedAtMs: number, nowMs = Date.now()): void {
  const serverMs = Date.parse(dateHeader ?? '');
  if (Number.isNaN(serverMs)) return;
  const [least, most] = [serverMs - nowMs, serverMs + 1000 - askedAtMs];
  const mayBe = (known: number) => least < known + ignoredMs && most > known - ignoredMs;
  aheadMs = [aheadMs, 0].find(mayBe) ?? (least + most) / 2;
}

/** The server's time in milliseconds since 1970, to a few seconds. */
export function serverNow(nowMs = Date.now()): number {
  return nowMs + aheadMs;
}
