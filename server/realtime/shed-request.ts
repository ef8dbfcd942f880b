import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { LiveServer, LiveSocket } from './socket-state.ts';
import { tightenListeners } from './tighten-listeners.ts';

/** What Engine.IO adds to a request. */
const emptied = { _query: {}, res: undefined, websocket: undefined };
/** What is left of a handshake that brought no token: nothing reads anything else. */
const withoutToken = { auth: {} };

type Listener = (...given: unknown[]) => void;

/** What is below a socket, as Engine.IO has it. */
interface Connection extends EventEmitter {
  transport: Transport;
}

/** What is below a connection: Engine.IO's way to send, and the WebSocket where it is one. */
interface Transport extends EventEmitter {
  name: string;
  socket?: EventEmitter;
}

/**
 * Opens what lets go of the request that a socket began with, and of what served only its answer: it is some kilobytes,
 * kept by the library for as long as the socket is open, and nothing reads it once the socket has been let in. A token
 * that it brought to say who it is stays. To be called once the socket is served.
 *
 * The library's own advice is `connection.request = null`; other parts still hold the request, so it is emptied as well.
 */
export function createRequestShedding(io: LiveServer): (socket: LiveSocket) => void {
  io.engine.use((request: IncomingMessage, _answer: unknown, next: () => void) => {
    if (request.headers.upgrade !== undefined) forgetAnswer(request);
    next();
  });
  return (socket) => {
    const { request, handshake, conn } = socket;
    request.headers = {};
    request.rawHeaders = [];
    request.url = '';
    Object.assign(request, emptied);
    Reflect.set(conn, 'request', null);
    const token: unknown = handshake.auth['token'];
    Reflect.set(socket, 'handshake', token === undefined ? withoutToken : { auth: { token } });
    trimList(socket, 'fns');
    tightenListeners(socket);
    settle(conn);
  };
}

/** Lets go of what only the beginning needed, and again once a connection that began by polling has its WebSocket. */
function settle(connection: Connection): void {
  const { transport } = connection;
  trimList(connection, 'cleanupFn');
  tightenListeners(connection);
  if (transport.name === 'polling') connection.once('upgrade', () => settle(connection));
  if (transport.name !== 'websocket') return;
  endHandshake(transport);
  tightenListeners(transport);
  if (transport.socket !== undefined) tightenListeners(transport.socket);
}

/** A list of the library's to which one was added has room for seventeen, for as long as the socket is open. */
function trimList(owner: object, name: string): void {
  const list: unknown = Reflect.get(owner, name);
  if (Array.isArray(list)) Reflect.set(owner, name, [...list]);
}

/**
 * Middlewares are given an answer that tells them when its TCP socket has closed. None of ours asks; and it would be kept
 * until then, with the request. Of the listeners there, only the library's is there for one time.
 */
function forgetAnswer({ socket }: IncomingMessage): void {
  for (const listener of socket.rawListeners('close') as Listener[])
    if ('listener' in listener) socket.off('close', listener);
}

/** What the library leaves on a WebSocket: it changes the answer to an upgrade, and hears of errors until that is given. */
function endHandshake(transport: Transport): void {
  transport.removeAllListeners('headers');
  for (const listener of (transport.socket?.listeners('error') ?? []) as Listener[])
    if (listener.name === 'onUpgradeError') transport.socket?.off('error', listener);
}
