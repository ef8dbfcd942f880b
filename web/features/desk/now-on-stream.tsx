import type { AlertDesk } from '#contract/alerts.ts';
import { texts } from '#web/texts/texts.ts';
import { useNow } from '#web/ui/use-now.ts';
import { timeAgo } from '#web/ui/format.ts';
import { AlertHead } from './alert-head.tsx';
import { BlockAlertDonor } from './block-alert-donor.tsx';
import { streamTime } from './stream-time.ts';
import { useIsCutShort } from './use-is-cut-short.ts';

const tickMs = 250;

interface NowOnStreamProps {
  desk: AlertDesk;
  /** How many overlays are there to be seen, where that is known better than by the desk. */
  visibleOverlays?: number | undefined;
}

/** What is on stream with the time it has left, or what was on last: as high as that, so that no control below moves. */
export function NowOnStream({ desk, visibleOverlays = desk.overlay.visible }: NowOnStreamProps) {
  const isCutShort = useIsCutShort(desk.now, visibleOverlays);
  return (
    <div className="now-place">
      {desk.now === null && <LastOnStream desk={desk} />}
      {desk.now !== null && isCutShort && <CutShort now={desk.now} />}
      {desk.now !== null && !isCutShort && (
        <Running now={desk.now} others={(desk.counts.onStream ?? 1) - 1} />
      )}
    </div>
  );
}

function CutShort({ now }: { now: NonNullable<AlertDesk['now']> }) {
  return (
    <AlertHead alert={now} time={texts('desk').now.cutShort}>
      <BlockAlertDonor alert={now} />
    </AlertHead>
  );
}

function Running({ now, others }: { now: NonNullable<AlertDesk['now']>; others: number }) {
  const words = texts('desk').now;
  const { secondsLeft, passed } = streamTime(now, useNow(tickMs));
  return (
    <>
      <AlertHead alert={now} time={words.left(secondsLeft, others)}>
        <BlockAlertDonor alert={now} />
      </AlertHead>
      <div
        className="prog"
        role="progressbar"
        aria-label={words.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(passed * 100)}
        aria-valuetext={words.spokenLeft(secondsLeft, others)}
      >
        <i style={{ transform: `scaleX(${passed})` }} />
      </div>
    </>
  );
}

function LastOnStream({ desk }: { desk: AlertDesk }) {
  const nowMs = useNow(30_000);
  const words = texts('desk').now;
  const last = desk.recent.find((alert) => alert.settledHow === 'overlay');
  if (last === undefined) {
    const { lastShownAt } = desk.overlay;
    // One that was skipped may have been seen.
    const noneShown = desk.recent.length === 0 ? words.neverShown : words.nothing;
    return (
      <p className="small muted quiet-now">
        {lastShownAt === null ? noneShown : words.lastWas(timeAgo(lastShownAt, nowMs))}
      </p>
    );
  }
  return <AlertHead alert={last} time={words.shown(timeAgo(last.settledAt, nowMs))} />;
}
