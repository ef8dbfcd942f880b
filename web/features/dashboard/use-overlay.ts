import type { AlertDesk } from '#contract/alerts.ts';
import { useDesk } from '#web/features/desk/desk-provider.tsx';
import { useLive } from '#web/lib/live.tsx';

/**
 * The overlay as the live connection tells of it, and as the desk was read until it first does; null where nothing is known,
 * as after the connection was lost, and undefined until anything has told of it.
 */
export function useOverlay(): AlertDesk['overlay'] | null | undefined {
  const { presence } = useLive();
  const { desk, problem } = useDesk();
  if (presence !== undefined || problem !== null) return presence ?? null;
  return desk?.overlay;
}
