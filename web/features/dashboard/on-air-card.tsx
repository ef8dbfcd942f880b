import { useRef } from 'react';
import { ControlKeys } from '#web/features/desk/control-keys.tsx';
import { useDesk } from '#web/features/desk/desk-provider.tsx';
import { NowOnStream } from '#web/features/desk/now-on-stream.tsx';
import { shortcutKeys } from '#web/features/desk/shortcuts.ts';
import { useShortcuts } from '#web/features/desk/use-shortcuts.ts';
import { VolumeRow } from '#web/features/desk/volume-row.tsx';
import { useLive } from '#web/lib/live.tsx';
import { type LampState, lampState, OverlayLamp } from '#web/ui/overlay-lamp.tsx';

/** Whether an overlay would show a donation now, what is or was on stream, and the controls. */
export function OnAirCard() {
  const { presence } = useLive();
  const { desk } = useDesk();
  const state = lampState(presence, desk?.isPaused);
  const card = useRef<HTMLElement>(null);
  useShortcuts(true, card);
  return (
    <section ref={card} className={state === 'on' ? 'card onair is-on' : 'card onair'} aria-label="Overlay">
      <div className="lampcol" role="status">
        <OverlayLamp state={state} />
        <p className="small muted">{lampWords(state, presence?.visible ?? 0)}</p>
      </div>
      <div className="last">
        <p className="label">{desk?.now == null ? 'Last alert' : 'On stream now'}</p>
        <LastOrNow />
      </div>
      <div className="ctl">
        <div className="row wrapx" style={{ '--gap': '8px' }}>
          <TestButton />
          <ControlKeys icons />
        </div>
        <VolumeRow />
      </div>
    </section>
  );
}

function LastOrNow() {
  const { desk, problem, retry } = useDesk();
  if (desk !== undefined) return <NowOnStream desk={desk} />;
  if (problem === null) return <span className="bone" aria-hidden="true" />;
  return (
    <p className="small muted" role="alert">
      The controls cannot be used at the moment.{' '}
      <button type="button" className="btn small quiet" onClick={retry}>
        Try again
      </button>
    </p>
  );
}

/** The heart of the set-up: it stays the loudest button until an alert has been seen on stream. */
function TestButton() {
  const { desk, actions } = useDesk();
  const { presence } = useLive();
  const isFirst = presence !== null && presence.lastShownAt === null;
  return (
    <button
      type="button"
      className={isFirst ? 'btn small primary' : 'btn small secondary'}
      title={`Send a test alert (${shortcutKeys.test})`}
      disabled={desk === undefined || actions.isSending}
      onClick={actions.test}
    >
      Send test alert
    </button>
  );
}

function lampWords(state: LampState, visible: number): string {
  if (state === 'on')
    return visible === 1 ? '1 overlay is open and visible' : `${visible} overlays are open and visible`;
  if (state === 'holding') return 'The overlay is hidden. Alerts wait until it shows again.';
  if (state === 'paused') return 'Alerts wait until you resume them.';
  if (state === 'none') return 'No overlay is open. Alerts wait for it.';
  return 'There is no live connection to the server.';
}
