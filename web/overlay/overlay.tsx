import { useEffect, useSyncExternalStore } from 'react';
import { AlertCard } from '#web/ui/alert-card.tsx';
import type { OpenOverlay } from './open-overlay.ts';

/** `overlay.css` shortens the messages so that this many cards fit into the recommended 600 px. */
const mostLaidOut = 5;

/**
 * The stack of alert cards. While no alert is shown the page holds nothing that would cost OBS a paint. It has no words
 * of its own: on stream nobody is meant to read that something is wrong.
 */
export function Overlay({ overlay }: { overlay: OpenOverlay }) {
  const { cards, customization, isConnected } = useSyncExternalStore(overlay.subscribe, overlay.view);
  useEffect(() => {
    document.documentElement.dataset['connected'] = String(isConnected);
  }, [isConnected]);
  if (cards.length === 0) return null;
  return (
    <main className="overlay-stack" aria-label="Alerts" data-cards={Math.min(cards.length, mostLaidOut)}>
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
