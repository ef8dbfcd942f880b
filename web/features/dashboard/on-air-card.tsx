import { useLive } from '#web/lib/live.tsx';
import { timeAgo } from '#web/ui/format.ts';
import { type LampState, lampState, OverlayLamp } from '#web/ui/overlay-lamp.tsx';
import { useNow } from '#web/ui/use-now.ts';

/** Whether an overlay would show a donation now, when the last alert was shown, and what waits. */
export function OnAirCard() {
  const { presence, waiting } = useLive();
  const nowMs = useNow(30_000);
  const state = lampState(presence);
  const lastShownAt = presence?.lastShownAt ?? null;
  return (
    <section className={state === 'on' ? 'card onair is-on' : 'card onair'} aria-label="Overlay">
      <div className="lampcol">
        <OverlayLamp state={state} />
        <p className="small muted">{lampWords(state, presence?.visible ?? 0)}</p>
      </div>
      <div className="last">
        <p className="label">Last alert</p>
        <p>
          {lastShownAt === null
            ? 'No alert has been shown yet.'
            : `Shown on stream ${timeAgo(lastShownAt, nowMs)}`}
        </p>
        {waiting !== null && waiting > 0 && (
          <p className="small muted">
            {waiting === 1 ? '1 alert is waiting' : `${waiting} alerts are waiting`}
          </p>
        )}
      </div>
    </section>
  );
}

function lampWords(state: LampState, visible: number): string {
  if (state === 'on')
    return visible === 1 ? '1 overlay is open and visible' : `${visible} overlays are open and visible`;
  if (state === 'holding') return 'The overlay is hidden. Alerts wait until it shows again.';
  if (state === 'none') return 'No overlay is open. Alerts wait for it.';
  return 'There is no live connection to the server.';
}
