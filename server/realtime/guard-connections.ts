import type { IncomingMessage } from 'node:http';
import { socketNamespace } from '#contract/realtime.ts';
import type { LiveServer } from './socket-state.ts';

/** A connection below the namespaces, as Engine.IO has it. */
interface Connection {
  request: IncomingMessage;
  on(event: 'packet', listener: (packet: { type: string; data?: unknown }) => void): void;
  once(event: 'close', listener: () => void): void;
  close(discard?: boolean): void;
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
  const settle = (connection: unknown): void => {
    const network = pending.get(connection);
    if (!pending.delete(connection) || network === undefined || network === '') return;
    const left = (byNetwork.get(network) ?? 1) - 1;
    if (left === 0) byNetwork.delete(network);
    else byNetwork.set(network, left);
  };

  io.engine.on('connection', (connection: Connection) => {
    const network = networkOf(connection.request) ?? '';
    pending.set(connection, network);
    if (network !== '') byNetwork.set(network, (byNetwork.get(network) ?? 0) + 1);
    connection.once('close', () => settle(connection));
    const isTooMuch = createPacketCount();
    connection.on('packet', (packet) => {
      if (isTooMuch() || isForeign(packet)) connection.close(true);
    });
  });

  return {
    mayBegin: (network) =>
      pending.size < mostInAll && (network === null || (byNetwork.get(network) ?? 0) < mostPerNetwork),
    arrived: settle,
  };
}

function isForeign({ type, data }: { type: string; data?: unknown }): boolean {
  if (type !== 'message') return false;
  if (typeof data !== 'string' || hasAttachments.test(data)) return true;
  return data.startsWith(joins) && !data.startsWith(`${joins}${socketNamespace},`);
}

function createPacketCount(): () => boolean {
  let windowEndsAt = 0;
  let count = 0;
  return () => {
    const now = performance.now();
    if (now >= windowEndsAt) {
      windowEndsAt = now + windowMs;
      count = 0;
    }
    count += 1;
    return count > packetsPerWindow;
  };
}
