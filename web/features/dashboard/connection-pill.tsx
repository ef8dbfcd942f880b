import CircleOff from 'lucide-react/icons/circle-off';
import { useEffect, useState } from 'react';
import { useLive } from '#web/lib/live.tsx';
import { texts } from '#web/texts/texts.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';

/** So long a page that was opened is not called disconnected: it connects. */
const connectingMs = 2000;

/** Whether this page hears of changes at once (spec §2, live indicator). */
export function ConnectionPill() {
  const { connected } = useLive();
  const words = texts('dashboard');
  const [isKnown, setKnown] = useState(connected);
  if (connected && !isKnown) setKnown(true);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(true), connectingMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span role="status" style={{ visibility: isKnown ? 'visible' : 'hidden' }} title={words.liveConnection}>
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
