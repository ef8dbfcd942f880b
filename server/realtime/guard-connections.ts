import type { IncomingMessage } from 'node:http';
import type { Limiter } from '#server/app/limits/limiter.ts';
import { createPlaces } from '#server/app/limits/places.ts';
import type { LiveServer } from './socket-state.ts';

/** A connection below the namespaces, as Engine.IO has it. */
interface Connection {
  request: IncomingMessage;
  readyState: string;
  close(): void;
}

/** Connections that have not come into the namespace yet. */
export interface ConnectionGuard {
  /** Whether another connection may begin. */
  mayBegin(network: string | null): boolean;
  /** This one has asked to come in. From then on it is counted as a socket that connects. */
  asked(connection: Connection): void;
  /** This one has come in. */
  arrived(connection: Connection): void;
  /** Lets go of those that have ended. To be called now and then. */
  forgetEnded(): void;
}

/** How connections are told apart and counted. */
interface Guarding {
  /** Null: its connections are not counted by network. */
  networkOf: (request: IncomingMessage) => string | null;
  limiter: Pick<Limiter, 'check' | 'count'> | null;
}

/** Each holds a few KB for ten seconds at most. Clients of ours arrive within one round trip. */
const mostPerNetwork = 200;
const mostInAll = 5000;

/**
 * Counts the connections that have not said yet what they want. Over polling one is there for some seconds after a single
 * small request. Those that ended without a word count as `handshake`, so that a network does not fill its places again
 * and again. Nothing else would count them; and clients of ours ask at once, however many of them come back together and
 * however long they wait for the database then.
 */
export function guardConnections(io: LiveServer, { networkOf, limiter }: Guarding): ConnectionGuard {
  // Asked now and then whether they have ended: a listener on each of ten thousand would stay with those that came in.
  const pending = new Map<Connection, { network: string | null; hasAsked: boolean }>();
  const places = createPlaces(mostInAll);
  const settle = (connection: Connection): void => {
    const place = pending.get(connection);
    if (place === undefined) return;
    pending.delete(connection);
    places.leave(place.network);
  };
  const forgetEnded = (): void => {
    for (const [connection, { network, hasAsked }] of pending) {
      if (connection.readyState !== 'closed') continue;
      settle(connection);
      if (!hasAsked && network !== null) limiter?.count('handshake', { address: network, isGenerous: false });
    }
  };
  const hasRoom = (network: string | null): boolean => places.hasRoom(network, mostPerNetwork);
  const isTooOften = (network: string | null): boolean =>
    network !== null && limiter?.check('handshake', { address: network, isGenerous: false }) != null;

  io.engine.on('connection', (connection: Connection) => {
    const network = networkOf(connection.request);
    if (places.enter(network, mostPerNetwork)) pending.set(connection, { network, hasAsked: false });
    else connection.close();
  });

  return {
    mayBegin(network) {
      if (!hasRoom(network)) forgetEnded();
      return hasRoom(network) && !isTooOften(network);
    },
    asked(connection) {
      const place = pending.get(connection);
      if (place !== undefined) place.hasAsked = true;
    },
    arrived: settle,
    forgetEnded,
  };
}
