import type { LiveSocket } from './socket-state.ts';

/** What Engine.IO adds to a request. */
const emptied = { _query: {}, res: undefined, websocket: undefined };

/**
 * Lets go of the request that a socket began with: headers, address and query are some kilobytes, kept by the library for
 * as long as the socket is open, and nothing reads them once it has been let in. What it brought to say who it is stays.
 *
 * The library's own advice is `connection.request = null`; other parts still hold the request, so it is emptied as well.
 */
export function shedRequest(socket: LiveSocket): void {
  const { request, handshake, conn } = socket;
  request.headers = {};
  request.rawHeaders = [];
  request.url = '';
  Object.assign(request, emptied);
  Reflect.set(conn, 'request', null);
  Reflect.set(socket, 'handshake', { auth: handshake.auth });
}
