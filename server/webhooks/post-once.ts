import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import type { Answer } from '#server/domain/webhooks/retry.ts';
import { checkedLookup, RefusedAddress, type Resolve } from './checked-lookup.ts';

/** So much of an answer's body is read, for politeness alone: nothing looks at it. */
const mostBodyBytes = 4096;
/** And for so long: the status is all that counts. */
const bodyMs = 1000;
const mostHeaderBytes = 8192;

/** One request, and how its address is found and judged. */
interface Post {
  target: URL;
  headers: Record<string, string>;
  payload: string;
  resolve: Resolve;
  isAllowed: (address: string) => boolean;
  timeoutMs: number;
  /** Gives it up before that. */
  ending?: AbortSignal | undefined;
}

/**
 * Posts once over a connection of its own, and gives the status. A redirect is a status like any other. Once it is there
 * it counts, whatever becomes of the body: who has answered has the message, and would get it twice.
 * Rejects with `RefusedAddress`, `NameNotFound`, an abort at the end of the time, or what the network said.
 */
export async function postOnce({
  target,
  headers,
  payload,
  resolve,
  isAllowed,
  timeoutMs,
  ending,
}: Post): Promise<Answer> {
  const host = target.hostname.replace(/^\[|\]$/g, '');
  // Where the host is an address nothing is looked up, so the lookup below would never judge it.
  if (isIP(host) !== 0 && !isAllowed(host)) throw new RefusedAddress(`${host} is refused.`);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = ending === undefined ? timeout : AbortSignal.any([timeout, ending]);
  const body = Buffer.from(payload);
  const { request } = target.protocol === 'https:' ? https : http;
  return await new Promise<Answer>((done, fail) => {
    const sent = request(target, {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length, connection: 'close' },
      // A connection is judged for one message and not kept for another.
      agent: false,
      lookup: checkedLookup(resolve, isAllowed),
      maxHeaderSize: mostHeaderBytes,
      signal,
    });
    let answer: Answer | null = null;
    const end = (error?: unknown): void => (answer === null ? fail(error) : done(answer));
    sent.on('error', (error) => end(signal.aborted ? signal.reason : error));
    // Whoever wants to switch to another protocol is cut off without an error, and would be waited for without end.
    sent.on('close', () => end(new Error('The connection ended without an answer.')));
    sent.on('response', (response) => {
      answer = {
        status: response.statusCode ?? null,
        retryAfterMs: readRetryAfter(response.headers['retry-after'], Date.now()),
      };
      readSome(response, () => {
        sent.destroy();
        end();
      });
    });
    sent.end(body);
  });
}

/** Reads the beginning of a body and calls back once, whatever becomes of the rest. */
function readSome(response: http.IncomingMessage, onEnd: () => void): void {
  let bytes = 0;
  const timer = setTimeout(end, bodyMs);
  function end(): void {
    clearTimeout(timer);
    response.removeAllListeners('data');
    response.on('error', () => undefined);
    onEnd();
  }
  response.once('close', end);
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBodyBytes) response.destroy();
  });
}

/** Seconds or a date (RFC 9110 §10.2.3), as milliseconds from now; null for anything else. */
function readRetryAfter(text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
