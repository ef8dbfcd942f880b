import { useEffect, useSyncExternalStore } from 'react';
import { AlertCard } from '#web/ui/alert-card.tsx';
import type { OpenOverlay } from './open-overlay.ts';

/** The stack of alert cards. While no alert is shown the page holds nothing that would cost OBS a paint. */
export function Overlay({ overlay }: { overlay: OpenOverlay }) {
  const { cards, customization, isConnected, isMuted } = useSyncExternalStore(
    overlay.subscribe,
    overlay.view,
  );
  useEffect(() => {
    document.documentElement.dataset['connected'] = String(isConnected);
  }, [isConnected]);
  return (
    <>
      {isMuted && (
        <button type="button" className="overlay-sound" onClick={() => overlay.enableSound()}>
          Click to enable sound
        </button>
      )}
      {cards.length > 0 && (
        <main className="overlay-stack" aria-label="Alerts">
          {cards.map(({ donation, isLeaving }) => (
            <AlertCard
              key={donation.alertId}
              customization={customization}
              donation={donation}
              motion={isLeaving ? 'leave' : 'enter'}
            />
          ))}
        </main>
      )}
    </>
  );
}
