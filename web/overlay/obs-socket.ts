import { io, type Socket } from 'socket.io-client';
import type { ClientToServer, ServerToClient } from '#contract/events.ts';
import { reconnection, socketNamespace } from '#contract/realtime.ts';

/** The code in the address of a page in OBS, and who hears of its connection. */
export interface ObsSocketOptions {
  linkCode: string;
  onConnected(isConnected: boolean): void;
  /** The server refused something; `code` is one of the contract's problems. */
  onRefused(code: string): void;
}

/**
 * The socket of a page in OBS: `announce` says on every connect who it is, and nothing it says outlives the connection.
 *
 * Socket.IO keeps what is sent while away and sends it before `connect` is heard: what was caught in between is thrown
 * away. It also gives up where the server ended the connection or refused it; a page that nobody looks at must not, so it
 * asks again.
 */
export function openObsSocket(
  options: ObsSocketOptions,
  announce: () => void,
): Socket<ServerToClient, ClientToServer> {
  const socket: Socket<ServerToClient, ClientToServer> = io(location.origin + socketNamespace, {
    ...reconnection,
    // With the secret code it counts as this streamer's, whoever else comes from the same address.
    auth: { linkCode: options.linkCode },
  });

  function askAgainIfGivenUp(): void {
    if (!socket.active) setTimeout(() => socket.connect(), reconnection.reconnectionDelayMax);
  }

  socket.on('connect', () => {
    announce();
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
  socket.on('error', ({ message, code }) => {
    console.warn('The server refused:', message);
    options.onRefused(code);
  });
  return socket;
}
