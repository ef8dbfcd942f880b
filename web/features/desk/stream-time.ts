/** How far what is on stream has come: whole seconds left, and the share that has passed, 0 to 1. */
export function streamTime(
  now: { sentAt: string; endsAt: string },
  nowMs: number,
): { secondsLeft: number; passed: number } {
  const start = Date.parse(now.sentAt);
  const end = Date.parse(now.endsAt);
  const length = Math.max(1, end - start);
  return {
    secondsLeft: Math.max(0, Math.ceil((end - nowMs) / 1000)),
    passed: Math.min(1, Math.max(0, (nowMs - start) / length)),
  };
}
