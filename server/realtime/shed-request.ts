import type { IncomingMessage } from 'node:http';
import type { LiveServer, LiveSocket } from './socket-state.ts';

/** What Engine.IO adds to a request. */
const emptied = { _query: {}, res: undefined, websocket: undefined };
/** What is left of a handshake that brought no token: nothing reads anything else. */
const withoutToken = { auth: {} };

/** What middlewares of Engine.IO are given to answer with: it holds the request, and the TCP socket holds it. */
interface Answer {
  req: IncomingMessage | null;
}

/**
 * Opens what lets go of the request that a socket began with: it is some kilobytes, kept by the library for as long as the
 * socket is open, and nothing reads it once the socket has been let in. A token that it brought to say who it is stays.
 *
 * The library's own advice is `connection.request = null`; other parts still hold the request, so it is emptied as well,
 * and the answer to it, which a middleware is given, lets go of it too.
 */
export function createRequestShedding(io: LiveServer): (socket: LiveSocket) => void {
  const answers = new WeakMap<IncomingMessage, Answer>();
  io.engine.use((request: IncomingMessage, answer: Answer, next: () => void) => {
    answers.set(request, answer);
    next();
  });
  return (socket) => {
    const { request, handshake, conn } = socket;
    const answer = answers.get(request);
    // A poll that is under way is still to be answered.
    if (answer !== undefined && conn.transport.name === 'websocket') answer.req = null;
    request.headers = {};
    request.rawHeaders = [];
    request.url = '';
    Object.assign(request, emptied);
    Reflect.set(conn, 'request', null);
    const token: unknown = handshake.auth['token'];
    Reflect.set(socket, 'handshake', token === undefined ? withoutToken : { auth: { token } });
  };
}
