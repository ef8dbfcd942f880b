import { Levels } from './levels.tsx';

const lively = ['40%', '75%', '100%', '60%', '85%'];
const low = ['30%', '30%', '30%', '30%', '30%'];

/** State of the overlay. `unknown` while there is no live connection. */
export type LampState = 'on' | 'holding' | 'none' | 'unknown';

/** What the lamp shows for what the server told: visible beats open beats nothing. */
export function lampState(presence: { connected: number; visible: number } | null): LampState {
  if (presence === null) return 'unknown';
  if (presence.visible > 0) return 'on';
  return presence.connected > 0 ? 'holding' : 'none';
}

const lamps = {
  on: { className: 'lamp on', word: 'On air', heights: lively },
  holding: { className: 'lamp hold', word: 'Holding', heights: low },
  none: { className: 'lamp', word: 'No overlay', heights: null },
  unknown: { className: 'lamp', word: 'Not known yet', heights: null },
} as const;

/** Whether a donation would be seen now. Always with the word. */
export function OverlayLamp({ state, small = false }: { state: LampState; small?: boolean }) {
  const { className, word, heights } = lamps[state];
  return (
    <span className={small ? `${className} small` : className}>
      {heights !== null && <Levels heights={heights} />}
      {word}
    </span>
  );
}
