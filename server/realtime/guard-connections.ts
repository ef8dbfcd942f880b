import type { IncomingMessage } from 'node:http';
import { socketNamespace } from '#contract/realtime.ts';
import { EventCount } from './event-count.ts';
import type { LiveServer } from './socket-state.ts';

/** A connection below the namespaces, as Engine.IO has it. */
interface Connection {
  request: IncomingMessage;
  on(event: 'packet', listener: (this: Connection, packet: Packet) => void): void;
  on(event: 'close', listener: (this: Connection) => void): void;
  close(discard?: boolean): void;
}

interface Packet {
  type: string;
  data?: unknown;
}

/** Connections that have not come into the namespace yet. */
export interface ConnectionGuard {
  /** Whether another connection may begin. */
  mayBegin(network: string | null): boolean;
  /** This one has come in. */
  arrived(connection: unknown): void;
}

/** Each holds a few KB for ten seconds at most. Clients of ours arrive within one round trip. */
const mostPerNetwork = 200;
const mostInAll = 5000;
/** No client of ours comes near, pings and polling included. */
const packetsPerWindow = 1500;
const windowMs = 10_000;
/** What Socket.IO's texts begin with: joining a namespace, and those that announce attachments. */
const joins = '0';
const hasAttachments = /^[56]/;

/**
 * Watches the connections below the namespaces, and closes those that ask for another namespace than ours, send
 * anything binary, or send without end. The library would answer such a request and keep the connection.
 *
 * `networkOf` null: its connections are not counted by network.
 */
export function guardConnections(
  io: LiveServer,
  networkOf: (request: IncomingMessage) => string | null,
): ConnectionGuard {
  const pending = new Map<unknown, string>();
  const byNetwork = new Map<string, number>();
  const counts = new WeakMap<Connection, EventCount>();
  const settle = (connection: unknown): void => {
    const network = pending.get(connection);
    if (!pending.delete(connection) || network === undefined || network === '') return;
    const left = (byNetwork.get(network) ?? 1) - 1;
    if (left === 0) byNetwork.delete(network);
    else byNetwork.set(network, left);
  };
  // One listener for all of them: ten thousand of their own would weigh more than what they count.
  function settleThis(this: Connection): void {
    settle(this);
  }
  function countPacket(this: Connection, packet: Packet): void {
    const count = counts.get(this)?.add(performance.now()) ?? 0;
    if (count > packetsPerWindow || isForeign(packet)) this.close(true);
  }

  io.engine.on('connection', (connection: Connection) => {
    const network = networkOf(connection.request) ?? '';
    pending.set(connection, network);
    if (network !== '') byNetwork.set(network, (byNetwork.get(network) ?? 0) + 1);
    counts.set(connection, new EventCount(windowMs));
    connection.on('close', settleThis);
    connection.on('packet', countPacket);
  });

  return {
    mayBegin: (network) =>
      pending.size < mostInAll && (network === null || (byNetwork.get(network) ?? 0) < mostPerNetwork),
    arrived: settle,
  };
}

function isForeign({ type, data }: Packet): boolean {
  if (type !== 'message') return false;
  if (typeof data !== 'string' || hasAttachments.test(data)) return true;
  return data.startsWith(joins) && !data.startsWith(`${joins}${socketNamespace},`);
}
