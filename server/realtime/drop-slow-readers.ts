import type { LiveNamespace } from './socket-state.ts';

/** A connection below the namespaces, as Engine.IO has it: what it could not hand on to the network waits in it. */
interface Connection {
  writeBuffer: readonly unknown[];
  /** Absent from long polling. */
  transport: { socket?: { bufferedAmount?: number } };
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
export function dropSlowReaders(
  { sockets }: Pick<LiveNamespace, 'sockets'>,
  limits: ReaderLimits = usual,
): { stop(): void } {
  const timer = setInterval(() => {
    for (const { conn } of sockets.values()) {
      const { writeBuffer, transport } = conn as unknown as Connection;
      const bytes = transport.socket?.bufferedAmount ?? 0;
      if (writeBuffer.length > limits.packets || bytes > limits.bytes) conn.close(true);
    }
  }, limits.everyMs);
  return { stop: () => clearInterval(timer) };
}
