import CircleOff from 'lucide-react/icons/circle-off';
import Gauge from 'lucide-react/icons/gauge';
import type { AdminStreamer } from '#contract/admin.ts';
import { texts } from '#web/texts/texts.ts';

/** What is special about an account; nothing where nothing is. */
export function StreamerPills({
  streamer: { suspendedAt, operatorSince },
}: {
  streamer: Pick<AdminStreamer, 'suspendedAt' | 'operatorSince'>;
}) {
  const words = texts('admin').streamers;
  return (
    <>
      {suspendedAt !== null && (
        <span className="pill st-failed">
          <CircleOff className="i" aria-hidden="true" />
          {words.suspended}
        </span>
      )}
      {operatorSince !== null && (
        <span className="pill">
          <Gauge className="i" aria-hidden="true" />
          {words.operator}
        </span>
      )}
    </>
  );
}
