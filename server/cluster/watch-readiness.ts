import type { KeptServer } from './keep-server.ts';
import type { Balancer } from './start-balancer.ts';

/** Between two looks at whether a server is ready. */
export const lookEveryMs = 250;

/** Gets a line about the server of that index. */
export type SayOf = (index: number) => (line: string) => void;

/**
 * Says when a server is not ready, whether it answers that or nothing, and when it takes requests again; of one that has
 * ended others have told. Returns its end.
 */
export function watchReadiness(
  balancer: Pick<Balancer, 'isReady'>,
  servers: readonly Pick<KeptServer, 'port' | 'pid'>[],
  say: SayOf,
): () => void {
  const before = new Map(servers.map((server) => [server, true]));
  const timer = setInterval(() => {
    for (const [index, server] of servers.entries()) {
      const isReady = balancer.isReady(server.port);
      if (isReady === before.get(server)) continue;
      before.set(server, isReady);
      if (isReady) say(index)('takes requests again');
      else if (server.pid() !== null) say(index)('is not ready: it gets no requests while another one is');
    }
  }, lookEveryMs);
  return () => clearInterval(timer);
}
