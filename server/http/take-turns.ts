import type { RequestListener, Server } from 'node:http';

/** What may be begun in one turn of the event loop; at least one request is. */
const turnMs = 0.5;

/**
 * Begins requests a few per turn of the event loop, in the order in which they came: a crowd that arrives at once would
 * otherwise hold whoever polls, pays or hears of an alert until the last of it has begun. One that comes alone waits for
 * nothing. What it brings: bench/status-under-logins.ts.
 */
export function takeTurns(server: Server): void {
  const others = server.listeners('request') as RequestListener[];
  const waiting: (() => void)[] = [];
  let isTurnOver = true;
  let endsAt = 0;

  const beginSome = (): void => {
    let next: (() => void) | undefined;
    while (performance.now() < endsAt && (next = waiting.shift()) !== undefined) next();
  };
  const nextTurn = (): void => {
    isTurnOver = waiting.length === 0;
    if (isTurnOver) return;
    endsAt = performance.now() + turnMs;
    setImmediate(nextTurn);
    beginSome();
  };
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    waiting.push(() => {
      for (const listener of others) Reflect.apply(listener, server, [request, response]);
    });
    if (isTurnOver) {
      isTurnOver = false;
      endsAt = performance.now() + turnMs;
      setImmediate(nextTurn);
    }
    beginSome();
  });
}
