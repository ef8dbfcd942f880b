import { useEffect, useState } from 'react';
import { serverNow } from '#web/lib/server-clock.ts';

/** The server's time in milliseconds, renewed every `everyMs`; stands still while `running` is false. */
export function useNow(everyMs: number, running = true): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(serverNow()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, running]);
  return now;
}
