import { io, type Socket } from 'socket.io-client';
import type { AlertSound } from '#contract/alerts.ts';
import type { ClientToServer, ServerToClient, ShownDonation } from '#contract/events.ts';
import { reconnection, socketNamespace } from '#contract/realtime.ts';
import type { SpeechUse, SpokenAlert } from '#contract/speech.ts';
import type { Customization } from '#contract/style.ts';

interface ConnectionOptions {
  origin: string;
  linkCode: string;
  isPreview: boolean;
  isVisible(): boolean;
  onConnected(isConnected: boolean): void;
  /** The streamer's style: all of it after a connection, and what has changed later. */
  onCustomization(changed: Partial<Customization>): void;
  onSound(level: AlertSound): void;
  onAlert(donation: ShownDonation): void;
  onSkipped(alertId: string): void;
  /** Who reads aloud; whatever is being read stops, unless it is said to go on. */
  onSpeech(use: SpeechUse): void;
  onSpeak(spoken: SpokenAlert): void;
  /** The server refused something; `code` is one of the contract's problems. */
  onRefused(code: string): void;
}

/**
 * The overlay's socket: it announces itself on every connect, and nothing it says outlives the connection.
 *
 * Socket.IO keeps what is sent while away and sends it before `connect` is heard, so an acknowledgement could come
 * before the announcement. Hence nothing is sent while away, and what was caught in between is thrown away: the
 * server sends an unacknowledged alert again. It also gives up where the server ended the connection or refused it;
 * an overlay that nobody looks at must not, so it asks again.
 */
export function openOverlayConnection(options: ConnectionOptions) {
  const { linkCode, isPreview } = options;
  const socket: Socket<ServerToClient, ClientToServer> = io(options.origin + socketNamespace, {
    ...reconnection,
    // With the secret code it counts as this streamer's overlay, whoever else comes from the same address.
    auth: { linkCode },
  });

  function reportVisibility(): void {
    if (socket.connected) socket.emit('overlay_state', { visible: options.isVisible() });
  }

  function askAgainIfGivenUp(): void {
    if (!socket.active) setTimeout(() => socket.connect(), reconnection.reconnectionDelayMax);
  }

  socket.on('connect', () => {
    socket.emit('obs_connect', { linkCode, preview: isPreview, visible: options.isVisible() });
    options.onConnected(true);
  });
  socket.on('disconnect', () => {
    socket.sendBuffer = [];
    options.onConnected(false);
    askAgainIfGivenUp();
  });
  socket.on('connect_error', (error) => {
    console.warn('No connection:', error.message);
    askAgainIfGivenUp();
  });
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
  socket.on('error', ({ message, code }) => {
    console.warn('The server refused:', message);
    options.onRefused(code);
  });

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
