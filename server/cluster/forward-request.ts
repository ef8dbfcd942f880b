import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';

/** Headers that belong to one connection, not to the answer. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/**
 * Sends a request on over a connection that stands, and its answer back. `onAnswer` gets the answer before its body.
 * Returns false when the connection ended before it answered; one that ends within the answer ends that as well.
 */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  socket: Socket,
  onAnswer: (answer: IncomingMessage) => void,
): Promise<boolean> {
  const forwarded = httpRequest({
    createConnection: () => socket,
    method: request.method,
    path: request.url,
    headers: { ...request.headers, connection: 'close' },
  });
  // Node tells of a connection that ends late once more; whoever waits has heard of it.
  forwarded.on('error', () => socket.destroy());
  const giveUp = (): void => void socket.destroy();
  response.once('close', giveUp);
  if (request.readableEnded || request.method === 'GET' || request.method === 'HEAD') forwarded.end();
  else request.pipe(forwarded);
  let answer: IncomingMessage;
  try {
    [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
  } catch {
    // Refused, cut off, or ended: what is to be done about it depends on the request.
    return false;
  } finally {
    response.off('close', giveUp);
  }
  onAnswer(answer);
  const headers = Object.entries(answer.headers).filter(([name]) => !ofConnection.has(name));
  response.writeHead(answer.statusCode ?? 502, Object.fromEntries(headers));
  await pipeline(answer, response).catch(() => response.destroy());
  socket.destroy();
  return true;
}
