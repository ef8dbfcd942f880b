import * as http from 'node:http';
import * as https from 'node:https';
import type { SourceFailed } from '#server/app/fiat/fiat-ports.ts';

const mostHeaderBytes = 8192;

/** What bounds a question. */
interface Bounds {
  /** For everything, from the name to the last byte. */
  timeoutMs: number;
  mostBytes: number;
  ending: AbortSignal;
}

/** Asks once, over a connection of its own, and gives the text of a 200. Whatever else happens is told by its kind. */
export async function getText(
  target: URL,
  { timeoutMs, mostBytes, ending }: Bounds,
): Promise<{ text: string } | SourceFailed> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([timeout, ending]);
  const { request } = target.protocol === 'https:' ? https : http;
  return await new Promise((done) => {
    const fail = (failure: SourceFailed['failure']): void => {
      done({ failure: timeout.aborted ? 'timed_out' : failure });
      sent.destroy();
    };
    const sent = request(target, {
      headers: { accept: 'application/json', 'user-agent': 'Brava', connection: 'close' },
      agent: false,
      maxHeaderSize: mostHeaderBytes,
      signal,
    });
    sent.on('error', () => fail('not_connected'));
    // Whoever switches to another protocol, or cuts in the middle, ends without an error; a second end changes nothing.
    sent.on('close', () => fail('not_connected'));
    sent.on('response', (response) => {
      const status = response.statusCode ?? 0;
      if (status >= 300 && status < 400) return fail('moved');
      if (status !== 200) return fail('status');
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes > mostBytes) fail('too_large');
      });
      response.on('error', () => fail('not_connected'));
      response.on('end', () => done({ text: Buffer.concat(chunks).toString('utf8') }));
    });
    sent.end();
  });
}
