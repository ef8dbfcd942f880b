import type { IncomingMessage } from 'node:http';
import type { LiveServer } from './socket-state.ts';

/** A connection below the namespaces, as Engine.IO has it. */
interface Connection {
  request: IncomingMessage;
  readyState: string;
}

/** Connections that have not come into the namespace yet. */
export interface ConnectionGuard {
  /** Whether another connection may begin. */
  mayBegin(network: string | null): boolean;
  /** This one has come in. */
  arrived(connection: Connection): void;
  /** Lets go of those that have ended. To be called now and then. */
  forgetEnded(): void;
}

/** Each holds a few KB for ten seconds at most. Clients of ours arrive within one round trip. */
const mostPerNetwork = 200;
const mostInAll = 5000;

/**
 * Counts the connections that have not said yet what they want.
 *
 * `networkOf` null: its connections are not counted by network.
 */
export function guardConnections(
  io: LiveServer,
  networkOf: (request: IncomingMessage) => string | null,
): ConnectionGuard {
  // Asked now and then whether they have ended: a listener on each of ten thousand would stay with those that came in.
  const pending = new Map<Connection, string | null>();
  const byNetwork = new Map<string, number>();
  const settle = (connection: Connection): void => {
    const network = pending.get(connection);
    if (!pending.delete(connection) || network == null) return;
    const left = (byNetwork.get(network) ?? 1) - 1;
    if (left === 0) byNetwork.delete(network);
    else byNetwork.set(network, left);
  };
  const forgetEnded = (): void => {
    for (const connection of pending.keys()) if (connection.readyState === 'closed') settle(connection);
  };
  const hasRoom = (network: string | null): boolean =>
    pending.size < mostInAll && (network === null || (byNetwork.get(network) ?? 0) < mostPerNetwork);

  io.engine.on('connection', (connection: Connection) => {
    const network = networkOf(connection.request);
    pending.set(connection, network);
    if (network !== null) byNetwork.set(network, (byNetwork.get(network) ?? 0) + 1);
  });

  return {
    mayBegin(network) {
      if (!hasRoom(network)) forgetEnded();
      return hasRoom(network);
    },
    arrived: settle,
    forgetEnded,
  };
}
