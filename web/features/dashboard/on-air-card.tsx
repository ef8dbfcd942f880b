import { useRef } from 'react';
import type { AlertDesk } from '#contract/alerts.ts';
import { ControlKeys } from '#web/features/desk/control-keys.tsx';
import { useDesk } from '#web/features/desk/desk-provider.tsx';
import { NowOnStream } from '#web/features/desk/now-on-stream.tsx';
import { shortcutName } from '#web/features/desk/shortcuts.ts';
import { useIsCutShort } from '#web/features/desk/use-is-cut-short.ts';
import { useShortcuts } from '#web/features/desk/use-shortcuts.ts';
import { VolumeRow } from '#web/features/desk/volume-row.tsx';
import { texts } from '#web/texts/texts.ts';
import { type LampState, lampState, OverlayLamp } from '#web/ui/overlay-lamp.tsx';
import { useOverlay } from './use-overlay.ts';

/** Whether an overlay would show a donation now, what is or was on stream, and the controls. */
export function OnAirCard() {
  const seen = useOverlay();
  const { desk } = useDesk();
  // Until it is known, the room is kept for what most find when they come.
  const state = seen === undefined ? 'none' : lampState(seen, desk?.isPaused);
  const now = desk?.now ?? null;
  const isCutShort = useIsCutShort(now, seen?.visible ?? desk?.overlay.visible ?? 0);
  const card = useRef<HTMLElement>(null);
  const words = texts('dashboard').overlay;
  useShortcuts(true, card);
  return (
    <section
      ref={card}
      id="on-air"
      tabIndex={-1}
      className={state === 'on' ? 'card onair is-on' : 'card onair'}
      aria-label={words.label}
    >
      <div
        className="lampcol"
        role="status"
        style={{ visibility: seen === undefined ? 'hidden' : 'visible' }}
      >
        <OverlayLamp state={state} />
        <p className="small muted">{lampWords(state, seen?.visible ?? 0, desk)}</p>
      </div>
      <div className="last">
        <p className="label">{now === null || isCutShort ? words.lastAlert : words.onStreamNow}</p>
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
  const seen = useOverlay();
  if (desk !== undefined) return <NowOnStream desk={desk} visibleOverlays={seen?.visible} />;
  if (problem === null)
    return (
      <div className="now-place" aria-hidden="true">
        <span className="bone" />
      </div>
    );
  const { overlay, tryAgain } = texts('dashboard');
  return (
    <p className="small muted" role="alert">
      {overlay.cannotBeUsed}{' '}
      <button type="button" className="btn small quiet" onClick={retry}>
        {tryAgain}
      </button>
    </p>
  );
}

/** The heart of the set-up: the loudest button until an alert is or was on stream, unless one waits for a yes. */
function TestButton() {
  const { desk, actions } = useDesk();
  const seen = useOverlay();
  const words = texts('dashboard').overlay;
  const isFirst = seen?.lastShownAt === null && desk?.now === null && desk.counts.toApprove === 0;
  return (
    <button
      type="button"
      className={isFirst ? 'btn small primary' : 'btn small secondary'}
      title={words.testTitle(shortcutName('test'))}
      disabled={desk === undefined}
      aria-disabled={actions.isSending}
      onClick={actions.test}
    >
      {words.test}
    </button>
  );
}

function lampWords(state: LampState, visible: number, desk: AlertDesk | undefined): string {
  const words = texts('dashboard').overlay;
  if (state === 'none' && desk?.isPaused === true) return words.noneAndPaused(desk.counts.next);
  return state === 'on' ? words.on(visible) : words[state];
}
