import { texts } from '#web/texts/texts.ts';
import { Levels } from './levels.tsx';

const lively = ['40%', '75%', '100%', '60%', '85%'];
const low = ['30%', '30%', '30%', '30%', '30%'];

/** State of the overlay. `unknown` while there is no live connection. */
export type LampState = 'on' | 'holding' | 'paused' | 'none' | 'unknown';

/** What the lamp shows: without an overlay nothing else matters, then a pause, then visible before hidden. */
export function lampState(
  presence: { connected: number; visible: number } | null,
  isPaused = false,
): LampState {
  if (presence === null) return 'unknown';
  if (presence.connected === 0 && presence.visible === 0) return 'none';
  if (isPaused) return 'paused';
  return presence.visible > 0 ? 'on' : 'holding';
}

const lamps = {
  on: { className: 'lamp on', heights: lively },
  holding: { className: 'lamp hold', heights: low },
  paused: { className: 'lamp paused', heights: low },
  none: { className: 'lamp', heights: null },
  unknown: { className: 'lamp', heights: null },
} as const;

/** Whether a donation would be seen now. Always with the word. */
export function OverlayLamp({ state, small = false }: { state: LampState; small?: boolean }) {
  const { className, heights } = lamps[state];
  return (
    <span className={small ? `${className} small` : className}>
      {heights !== null && <Levels heights={heights} />}
      {texts('common').lamp[state]}
    </span>
  );
}
