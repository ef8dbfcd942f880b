import { io, type Socket } from 'socket.io-client';
import type { ClientToServer, ServerToClient } from '#contract/events.ts';
import { reconnection, socketNamespace } from '#contract/realtime.ts';
import type { WidgetState } from '#contract/widgets.ts';

interface ConnectionOptions {
  origin: string;
  linkCode: string;
  onConnected(isConnected: boolean): void;
  onState(state: WidgetState): void;
  /** The server refused something; `code` is one of the contract's problems. */
  onRefused(code: string): void;
}

/**
 * A widget's socket: it announces itself on every connect and hears what to show. Where Socket.IO gives up, because the
 * server ended the connection or refused it, it asks again: nobody looks at a page in OBS.
 */
export function openWidgetConnection(options: ConnectionOptions): void {
  const socket: Socket<ServerToClient, ClientToServer> = io(options.origin + socketNamespace, {
    ...reconnection,
    auth: { linkCode: options.linkCode },
  });

  function askAgainIfGivenUp(): void {
    if (!socket.active) setTimeout(() => socket.connect(), reconnection.reconnectionDelayMax);
  }

  socket.on('connect', () => {
    socket.emit('widget_connect', { linkCode: options.linkCode });
    options.onConnected(true);
  });
  socket.on('disconnect', () => {
    options.onConnected(false);
    askAgainIfGivenUp();
  });
  socket.on('connect_error', (error) => {
    console.warn('No connection:', error.message);
    askAgainIfGivenUp();
  });
  socket.on('widgets_changed', (state) => options.onState(state));
  socket.on('error', ({ message, code }) => {
    console.warn('The server refused:', message);
    options.onRefused(code);
  });
}
