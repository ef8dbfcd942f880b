import type { Customization } from '#contract/style.ts';
import { defaultCustomization } from '#web/ui/card-style.ts';
import type { AlertQueue } from './alert-queue.ts';
import { openAlertSound } from './alert-sound.ts';
import { openAlertStage } from './alert-stage.ts';
import { openOverlayConnection } from './overlay-connection.ts';
import { watchSourceVisibility } from './source-visibility.ts';

/** What is to be seen now. A new object with every change. */
interface OverlayView {
  readonly cards: AlertQueue['cards'];
  readonly customization: Customization;
  readonly isConnected: boolean;
  /** True in a preview that has not been clicked yet. */
  readonly isMuted: boolean;
}

/** A running overlay, as its view sees it. */
export interface OpenOverlay {
  view: () => OverlayView;
  subscribe: (onChange: () => void) => () => void;
  enableSound: () => void;
}

/**
 * Starts an overlay: the socket, the queue, the sound. It lives as long as the page.
 *
 * Kept outside React, so that neither rendering nor a remount touches connection, timers or sound.
 */
export function openOverlay(page: Window, linkCode: string, isPreview: boolean): OpenOverlay {
  const listeners = new Set<() => void>();
  let view: OverlayView = {
    cards: [],
    customization: defaultCustomization,
    isConnected: false,
    isMuted: isPreview,
  };
  function change(part: Partial<OverlayView>): void {
    view = { ...view, ...part };
    for (const listener of listeners) listener();
  }

  const sound = openAlertSound({ isMuted: isPreview, openClip: (url) => new Audio(url) });
  const stage = openAlertStage({
    onCards: (cards) => change({ cards }),
    onShown: (donation) => connection.acknowledge(donation),
  });
  const connection = openOverlayConnection({
    origin: page.location.origin,
    linkCode,
    isPreview,
    isVisible: watchSourceVisibility(page, () => connection.reportVisibility()),
    onConnected: (isConnected) => change({ isConnected }),
    onCustomization: (changed) => change({ customization: { ...view.customization, ...changed } }),
    onAlert(donation) {
      if (stage.show(donation)) sound.play(donation.mediaType === 'audio' ? donation.mediaUrl : null);
    },
  });

  return {
    view: () => view,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    enableSound() {
      sound.unmute();
      change({ isMuted: false });
    },
  };
}
