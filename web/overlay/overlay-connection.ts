import type { AlertSound } from '#contract/alerts.ts';
import type { ShownDonation } from '#contract/events.ts';
import type { SpeechUse, SpokenAlert } from '#contract/speech.ts';
import type { Customization } from '#contract/style.ts';
import { openObsSocket, type ObsSocketOptions } from './obs-socket.ts';

interface ConnectionOptions extends ObsSocketOptions {
  isPreview: boolean;
  isVisible(): boolean;
  /** The streamer's style: all of it after a connection, and what has changed later. */
  onCustomization(changed: Partial<Customization>): void;
  onSound(level: AlertSound): void;
  onAlert(donation: ShownDonation): void;
  onSkipped(alertId: string): void;
  /** Who reads aloud; whatever is being read stops, unless it is said to go on. */
  onSpeech(use: SpeechUse): void;
  onSpeak(spoken: SpokenAlert): void;
}

/**
 * The overlay's socket. An acknowledgement that was kept while away could come before the announcement: so nothing is sent
 * while away, and the server sends an unacknowledged alert again.
 */
export function openOverlayConnection(options: ConnectionOptions) {
  const { linkCode, isPreview } = options;
  const socket = openObsSocket(options, () =>
    socket.emit('obs_connect', { linkCode, preview: isPreview, visible: options.isVisible() }),
  );

  function reportVisibility(): void {
    if (socket.connected) socket.emit('overlay_state', { visible: options.isVisible() });
  }

  socket.on('obs_connected', ({ customization, sound }) => {
    options.onCustomization(textsOf(customization));
    options.onSound(sound);
  });
  socket.on('settings_updated', (changed) => options.onCustomization(textsOf(changed)));
  socket.on('sound_changed', (level) => options.onSound(level));
  socket.on('show_donation', (donation) => options.onAlert(donation));
  socket.on('alert_skipped', ({ alertId }) => options.onSkipped(alertId));
  socket.on('speech', (use) => options.onSpeech(use));
  socket.on('speak', (spoken) => options.onSpeak(spoken));

  return {
    reportVisibility,
    tellVoices(count: number): void {
      if (socket.connected) socket.emit('overlay_voices', { count });
    },
    /** Tells the server that an alert was shown; a preview never does. */
    acknowledge({ id, alertId }: ShownDonation): void {
      if (socket.connected && !isPreview) socket.emit('mark_donation_shown', { donationId: id, alertId });
    },
  };
}

/** A style that is not what it should be leaves the defaults, value by value: a page in OBS cannot ask anybody. */
function textsOf(style: Customization): Partial<Customization> {
  return Object.fromEntries(Object.entries(style ?? {}).filter(([, value]) => typeof value === 'string'));
}
