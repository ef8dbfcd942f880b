import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Sends so many requests for one path over kept connections, on each the next one after the answer of the last, and
 * returns the body of the last answer. A bare socket: HTTP clients cost more than the server that is measured.
 * Throws on any other answer than 200.
 */
export async function sendPolls({
  url,
  path,
  count,
  connections,
}: {
  url: string;
  path: string;
  count: number;
  connections: number;
}): Promise<string> {
  const { hostname, port } = new URL(url);
  const asked = `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\naccept: application/json\r\n\r\n`;
  let left = count;
  let lastBody = '';
  const pollOn = async (): Promise<void> => {
    const socket = connect(Number(port), hostname).setNoDelay(true);
    await once(socket, 'connect');
    const done = Promise.withResolvers<void>();
    const next = (): void => {
      if (left <= 0) return done.resolve();
      left -= 1;
      socket.write(asked);
    };
    readAnswers(socket, { onBody: (body) => ((lastBody = body), next()), onError: done.reject });
    next();
    await done.promise.finally(() => socket.destroy());
  };
  await Promise.all(Array.from({ length: connections }, pollOn));
  return lastBody;
}

function readAnswers(
  socket: Socket,
  { onBody, onError }: { onBody: (body: string) => void; onError: (error: Error) => void },
): void {
  let text = '';
  socket.setEncoding('latin1').on('error', onError);
  socket.on('close', () => onError(new Error('The connection was closed.')));
  socket.on('data', (piece: string) => {
    text += piece;
    const headEnd = text.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
    if (!text.startsWith('HTTP/1.1 200 ') || Number.isNaN(length)) return onError(new Error(text));
    if (text.length < headEnd + 4 + length) return;
    const body = text.slice(headEnd + 4);
    text = '';
    onBody(body);
  });
}
