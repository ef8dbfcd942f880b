import CircleOff from 'lucide-react/icons/circle-off';
import { useLive } from '#web/lib/live.tsx';
import { texts } from '#web/texts/texts.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';

/** Whether this page hears of changes at once (spec §2, live indicator). */
export function ConnectionPill() {
  const { connected } = useLive();
  const words = texts('dashboard');
  return (
    <span role="status" title={words.liveConnection}>
      {connected ? (
        <StatusPill status="RECEIVED">{words.connected}</StatusPill>
      ) : (
        <span className="pill">
          <CircleOff className="i" />
          {words.disconnected}
        </span>
      )}
    </span>
  );
}
