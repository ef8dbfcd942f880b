import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { AlertCard } from '#web/ui/alert-card.tsx';
import type { OpenOverlay } from './open-overlay.ts';
import { shareRoom } from './share-room.ts';

/**
 * The stack of alert cards. While no alert is shown the page holds nothing that would cost OBS a paint. It has no words
 * of its own: on stream nobody is meant to read that something is wrong.
 */
export function Overlay({ overlay }: { overlay: OpenOverlay }) {
  const { cards, customization, isConnected } = useSyncExternalStore(overlay.subscribe, overlay.view);
  useEffect(() => {
    document.documentElement.dataset['connected'] = String(isConnected);
  }, [isConnected]);
  const stack = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const share = () => {
      if (stack.current) shareRoom(stack.current);
    };
    share();
    addEventListener('resize', share);
    return () => removeEventListener('resize', share);
  });
  if (cards.length === 0) return null;
  return (
    <main ref={stack} className="overlay-stack" aria-label="Alerts">
      {cards.map(({ donation, isLeaving }) => (
        <AlertCard
          key={donation.alertId}
          customization={donation.customization ?? customization}
          donation={donation}
          motion={isLeaving ? 'leave' : 'enter'}
        />
      ))}
    </main>
  );
}
