import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

/** A connection that speaks Engine.IO by hand: what no client of ours would send. */
export interface RawSocket {
  /** Messages so far, as they came. */
  heard: string[];
  /** Why it ended, once it has: the code of a closed socket, or the HTTP status of a refused one. */
  ended(): number | null;
  send(message: string | Uint8Array): void;
}

/** Opens it below every namespace; closed when the test ends. */
export async function openRaw(url: string, headers: Record<string, string> = {}): Promise<RawSocket> {
  const address = `${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { headers });
  const heard: string[] = [];
  let ended: number | null = null;
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    heard.push(data.toString());
    resolve();
  });
  socket.on('close', (code) => {
    ended ??= code;
    resolve();
  });
  socket.on('error', resolve);
  socket.on('unexpected-response', (_, response) => {
    ended = response.statusCode ?? 0;
    resolve();
  });
  onTestFinished(() => socket.terminate());
  await promise;
  return { heard, ended: () => ended, send: (message) => socket.send(message) };
}
