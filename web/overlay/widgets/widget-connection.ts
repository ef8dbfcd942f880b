import type { WidgetState } from '#contract/widgets.ts';
import { openObsSocket, type ObsSocketOptions } from '#web/overlay/obs-socket.ts';

interface ConnectionOptions extends ObsSocketOptions {
  onState(state: WidgetState): void;
}

/** A widget's socket: it announces itself on every connect and hears what to show. */
export function openWidgetConnection(options: ConnectionOptions): void {
  const socket = openObsSocket(options, () => socket.emit('widget_connect', { linkCode: options.linkCode }));
  socket.on('widgets_changed', (state) => options.onState(state));
}
