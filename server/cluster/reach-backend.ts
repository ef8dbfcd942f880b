import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Backend, Backends } from './backends.ts';

const retryMs = 100;

/** Opens a connection to a server that takes it; null when none has by the deadline (`performance.now()`). */
export async function reachBackend(
  backends: Backends,
  choose: () => Backend,
  deadline: number,
): Promise<{ backend: Backend; socket: Socket } | null> {
  while (performance.now() < deadline) {
    const backend = choose();
    const socket = connect({ host: '127.0.0.1', port: backend.port, noDelay: true });
    try {
      await once(socket, 'connect');
      socket.on('error', () => socket.destroy());
      return { backend, socket };
    } catch {
      // Nobody listens there: the next one is tried, and this one is asked later whether it is back.
      backends.missed(backend);
      if (!backends.anyReady()) await sleep(retryMs);
    }
  }
  return null;
}
