import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

/** By how soon these are answered, proxies and supervisors judge the process; and they cost next to nothing. */
const behindNobody: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);
/** Browsers and proxies send a request when the one before is answered; clients that do not wait send no more than so many. */
const mostAhead = 10;

/** A request that waits. */
interface Turn {
  socket: Socket;
  begin(): void;
}

/**
 * Begins one request per turn of the event loop, in the order in which they came: a crowd that arrives at once would
 * otherwise hold whoever polls, pays or hears of an alert until the last of it has begun. One that comes alone waits for
 * nothing, and nor does whoever asks whether the process lives. A turn ends only when everything that it began has run as
 * far as it can, which no clock inside of it would see. What it brings: bench/status-under-logins.ts.
 *
 * A connection on which more than a few wait behind one another is ended: everybody would wait for them, and each is kept
 * at a hundred times what it cost to send. What came over a connection that is gone does not begin.
 */
export function takeTurns(server: Server): void {
  const others = server.listeners('request') as RequestListener[];
  const waiting: Turn[] = [];
  const ahead = new WeakMap<Socket, number>();
  let isTaken = false;

  const countAhead = (socket: Socket, change: 1 | -1): number => {
    const count = (ahead.get(socket) ?? 0) + change;
    ahead.set(socket, count);
    return count;
  };
  const nextTurn = (): void => {
    let turn = waiting.shift();
    while (turn?.socket.destroyed === true) turn = waiting.shift();
    isTaken = turn !== undefined;
    if (turn === undefined) return;
    setImmediate(nextTurn);
    turn.begin();
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    // What was read together with the request for which the connection was ended still comes.
    if (socket.destroyed) return;
    // An answer gets its connection once those before it were given.
    const isAhead = response.socket === null;
    const begin = (): void => {
      if (isAhead) countAhead(socket, -1);
      for (const listener of others) Reflect.apply(listener, server, [request, response]);
    };
    if (behindNobody.has(request.url) && !isAhead) return begin();
    if (isAhead && countAhead(socket, 1) > mostAhead) {
      socket.destroy();
      return;
    }
    waiting.push({ socket, begin });
    if (!isTaken) nextTurn();
  });
}
