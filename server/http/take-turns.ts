import type { RequestListener, Server } from 'node:http';

/** By how soon these are answered, proxies and supervisors judge the process; and they cost next to nothing. */
const behindNobody: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);

/**
 * Begins one request per turn of the event loop, in the order in which they came: a crowd that arrives at once would
 * otherwise hold whoever polls, pays or hears of an alert until the last of it has begun. One that comes alone waits for
 * nothing, and nor does whoever asks whether the process lives. A turn ends only when everything that it began has run as
 * far as it can, which no clock inside of it would see. What it brings: bench/status-under-logins.ts.
 */
export function takeTurns(server: Server): void {
  const others = server.listeners('request') as RequestListener[];
  const waiting: (() => void)[] = [];
  let isTaken = false;

  const nextTurn = (): void => {
    const begin = waiting.shift();
    isTaken = begin !== undefined;
    if (begin === undefined) return;
    setImmediate(nextTurn);
    begin();
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const begin = (): void => {
      for (const listener of others) Reflect.apply(listener, server, [request, response]);
    };
    if (behindNobody.has(request.url)) return begin();
    waiting.push(begin);
    if (!isTaken) nextTurn();
  });
}
