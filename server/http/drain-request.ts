import type { IncomingMessage } from 'node:http';

const mostBytes = 64 * 1024 * 1024;

/**
 * Lets a client finish sending a body that nobody wants any more: one that is cut off while it sends sees a broken
 * connection instead of the answer. Not for ever: past 64 MB, when `closing` says so, or after the time of a whole
 * request, it is cut off. `thenEnd`: the connection ends with the body.
 */
export function drainRequest(
  request: IncomingMessage,
  { closing, thenEnd }: { closing: AbortSignal; thenEnd: boolean },
): void {
  let left = mostBytes;
  const cutOff = (): void => void request.destroy();
  request.unpipe();
  request.on('error', cutOff);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cutOff();
  });
  request.resume();
  closing.addEventListener('abort', cutOff);
  request.once('close', () => closing.removeEventListener('abort', cutOff));
  if (thenEnd) request.once('end', () => request.socket.end());
}
