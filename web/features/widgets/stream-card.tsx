import type { WidgetState } from '#contract/widgets.ts';
import { call } from '#web/lib/call.ts';
import { texts } from '#web/texts/texts.ts';
import { Amount } from '#web/ui/amount.tsx';
import { formatDate } from '#web/ui/format.ts';
import { useWidgetChange } from './use-widgets.ts';

/** Starts and ends the stream by which totals are counted, and tells what came in it. */
export function StreamCard({ stream }: { stream: WidgetState['stream'] }) {
  const { busy, change } = useWidgetChange();
  const words = texts('widgets').stream;
  const press = () =>
    stream === null
      ? change(() => call('startStream'), words.started)
      : change(() => call('stopStream'), words.ended);
  return (
    <section className="card" aria-labelledby="stream">
      <div className="row between wrapx widget-stream">
        <div className="grow">
          <h2 className="h3" id="stream">
            {stream === null ? words.none : words.running}
          </h2>
          <p className="muted small">
            {stream === null ? words.how : words.since(formatDate(stream.startedAt))}
          </p>
        </div>
        {stream !== null && (
          <p className="num widget-stream-sum" role="status">
            <b>{stream.donations}</b> {words.donations(stream.donations)}, <Amount sol={stream.amount} />
          </p>
        )}
        <button type="button" className="btn secondary" aria-disabled={busy} onClick={() => void press()}>
          {stream === null ? words.start : words.end}
        </button>
      </div>
    </section>
  );
}
