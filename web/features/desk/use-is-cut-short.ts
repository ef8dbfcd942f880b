import type { AlertDesk } from '#contract/alerts.ts';
import { useNow } from '#web/ui/use-now.ts';

const tickMs = 1000;

/**
 * Whether what was on stream was cut short, as where OBS was closed: its time is over, no overlay has said that it was
 * shown, and none is there that could. It waits, and is sent again to the next one.
 */
export function useIsCutShort(now: AlertDesk['now'], visibleOverlays: number): boolean {
  const canBe = now !== null && !now.isSettled && visibleOverlays === 0;
  const nowMs = useNow(tickMs, canBe);
  return canBe && Date.parse(now.endsAt) <= nowMs;
}
