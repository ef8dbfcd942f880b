import { connect, type Socket } from 'node:net';

/** An answer that takes longer does not come. */
const patienceMs = 60_000;

/** One kept connection that is asked one thing after the other. */
export interface ByteClient {
  /** Sends a whole request as it is; the whole answer, head and body. Throws when the connection ends before. */
  ask(request: string): Promise<string>;
  close(): void;
}

/**
 * Connects to a server of this machine that says how long its answers are. No HTTP library: it would cost the generator as much
 * as the server.
 */
export async function openByteClient(port: number): Promise<ByteClient> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(opened));
    opened.once('error', reject);
  });
  let waiting = Promise.withResolvers<string>();
  let answer = '';
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    answer += text;
    if (!isWhole(answer)) return;
    waiting.resolve(answer);
    answer = '';
  });
  const fail = (error?: Error): void => waiting.reject(error ?? new Error('The connection was closed.'));
  socket.on('error', fail);
  socket.on('close', () => fail());
  socket.setTimeout(patienceMs, () => socket.destroy(new Error('There was no answer.')));
  return {
    ask(request) {
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    close() {
      waiting.promise.catch(() => undefined);
      socket.destroy();
    },
  };
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /content-length: (\d+)/i.exec(answer.slice(0, end))?.[1];
  return length !== undefined && answer.length >= end + 4 + Number(length);
}
