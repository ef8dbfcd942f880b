import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';

/** A process that passes the chain's notifications on to `ws` clients of this one. */
export interface Relay {
  /** Has whatever the chain tells of an address sent to a client; resolves once the subscription stands. */
  watch(address: string, client: number): Promise<void>;
}

const program = fileURLToPath(new URL('relay-loop.ts', import.meta.url));
const opensAtOnce = 50;

/** Starts the relay with so many clients; `onText` gets the client and the moment (`performance.now()`). */
export async function startRelay(
  cleanUp: AsyncDisposableStack,
  { wsUrl, clients, bytes }: { wsUrl: string; clients: number; bytes: number },
  onText: (client: number, atMs: number) => void,
): Promise<Relay> {
  const child = fork(program, [wsUrl, String(bytes)]);
  cleanUp.defer(async () => {
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  for (let start = 0; start < clients; start += opensAtOnce) {
    const numbers = Array.from({ length: Math.min(opensAtOnce, clients - start) }, (_, at) => start + at);
    await Promise.all(
      numbers.map(async (client) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/?client=${client}`, {
          perMessageDeflate: false,
        });
        socket.on('message', () => onText(client, performance.now()));
        await once(socket, 'open');
        cleanUp.defer(() => socket.terminate());
      }),
    );
  }
  const standing = new Map<string, () => void>();
  child.on('message', ({ address }: { address: string }) => standing.get(address)?.());
  return {
    watch: (address, client) =>
      new Promise((resolve) => {
        standing.set(address, resolve);
        child.send({ address, client });
      }),
  };
}
