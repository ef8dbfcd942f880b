import type { Customization } from '#contract/style.ts';
import { defaultCustomization } from '#web/ui/card-style.ts';
import type { AlertQueue } from './alert-queue.ts';
import { openAlertSound } from './alert-sound.ts';
import { openAlertStage } from './alert-stage.ts';
import { levelClip } from './level-clip.ts';
import { openOverlayConnection } from './overlay-connection.ts';
import { watchSourceVisibility } from './source-visibility.ts';
import { openSpeaker } from './speaker.ts';

/** What is to be seen now. A new object with every change. */
interface OverlayView {
  readonly cards: AlertQueue['cards'];
  readonly customization: Customization;
  readonly isConnected: boolean;
  /** The code in the address belongs to nobody. */
  readonly isUnknown: boolean;
  /** True in a preview that has not been clicked yet. */
  readonly isSilent: boolean;
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
    isUnknown: false,
    isSilent: isPreview,
  };
  function change(part: Partial<OverlayView>): void {
    view = { ...view, ...part };
    for (const listener of listeners) listener();
  }

  const sound = openAlertSound({ isSilent: isPreview, openPlayer: (url) => new Audio(url), levelClip });
  const stage = openAlertStage({
    onCards: (cards) => change({ cards }),
    onShown: (donation) => connection.acknowledge(donation),
  });
  const isVisible = watchSourceVisibility(page, () => {
    if (!isVisible()) {
      stage.hide();
      sound.stop();
    }
    connection.reportVisibility();
  });
  const connection = openOverlayConnection({
    linkCode,
    isPreview,
    isVisible,
    onConnected: (isConnected) => change({ isConnected, isUnknown: false }),
    onCustomization: (changed) => change({ customization: { ...view.customization, ...changed } }),
    onSound: (level) => sound.setLevel(level),
    onAlert(donation) {
      const clipUrl = donation.mediaType === 'audio' ? donation.mediaUrl : null;
      // What was on its way when the source was hidden comes again.
      if (isVisible() && stage.show(donation)) sound.play(donation.alertId, clipUrl, donation.volume);
    },
    onSkipped(alertId) {
      stage.skip(alertId);
      sound.stop(alertId);
    },
    onSpeech: (use) => speaker.use(use),
    onSpeak: (spoken) => speaker.speak(spoken),
    onRefused: (code) => change({ isUnknown: view.isUnknown || code === 'invalid_link_code' }),
  });

  const speaker = openSpeaker({ ...stage, ...sound, ...connection, levelClip });

  return {
    view: () => view,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    enableSound() {
      sound.unmute();
      change({ isSilent: false });
    },
  };
}
