/** A timer that falls further behind than this many slots gives the lost ones up. */
const MAX_CATCH_UP_SLOTS = 10;

/**
 * Calls `advance` once per slot without drifting: a late slot is followed by a shorter one. After a
 * long pause (a suspended laptop) it goes on from now. Returns a function that stops it.
 */
export function startSlotTimer(slotMs: number, advance: () => void): () => void {
  let dueMs = performance.now() + slotMs;
  let timer: NodeJS.Timeout;
  const tick = (): void => {
    advance();
    const nowMs = performance.now();
    dueMs += slotMs;
    if (nowMs - dueMs > MAX_CATCH_UP_SLOTS * slotMs) dueMs = nowMs + slotMs;
    timer = setTimeout(tick, Math.max(0, dueMs - performance.now()));
  };
  timer = setTimeout(tick, slotMs);
  return () => clearTimeout(timer);
}
