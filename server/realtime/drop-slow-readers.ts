import type { LiveServer } from './socket-state.ts';

/** A connection below the namespaces, as Engine.IO has it: what it could not hand on to the network waits in it. */
interface Connection {
  writeBuffer: readonly unknown[];
  /** Absent from long polling. */
  transport: { socket?: { bufferedAmount?: number } };
  on(event: 'close', listener: (this: Connection) => void): void;
  close(discard?: boolean): void;
}

/** How much may wait for one client. Ours read everything within a round trip. */
export interface ReaderLimits {
  packets: number;
  bytes: number;
  everyMs: number;
}

const usual: ReaderLimits = { packets: 500, bytes: 1_000_000, everyMs: 1000 };

/**
 * Cuts connections whose client does not read what it is sent: it could answer pings for ever while the server keeps all
 * of it in memory. A client that is only slow connects again by itself, and what it missed is sent again or read anew.
 */
export function dropSlowReaders(io: LiveServer, limits: ReaderLimits = usual): { stop(): void } {
  const open = new Set<Connection>();
  // One listener for all of them: ten thousand of their own would weigh more than the set.
  function leave(this: Connection): void {
    open.delete(this);
  }
  io.engine.on('connection', (connection: Connection) => {
    open.add(connection);
    connection.on('close', leave);
  });
  const timer = setInterval(() => {
    for (const connection of open) {
      const { writeBuffer, transport } = connection;
      const bytes = transport.socket?.bufferedAmount ?? 0;
      if (writeBuffer.length > limits.packets || bytes > limits.bytes) connection.close(true);
    }
  }, limits.everyMs);
  return { stop: () => clearInterval(timer) };
}
