import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** An answer that came whole, whatever its status. */
export interface PostAnswer {
  status: number;
  statusText: string;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Posts a text to one address. Throws when no whole answer came: the system's error, the signal's, or one of its own. */
export type PostText = (text: string, signal?: AbortSignal) => Promise<PostAnswer>;

/** A thousand signatures with their memos are 1 MB. */
const mostBytes = 16 * 2 ** 20;
const headers = {
  accept: 'application/json',
  'accept-encoding': 'gzip',
  'content-type': 'application/json; charset=utf-8',
};

/** Posts JSON to an address over connections that are kept, so many at most; what comes beyond waits for one. */
export function openPost(address: string, mostConnections: number): PostText {
  const url = new URL(address);
  const { request, Agent } = url.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: mostConnections });
  return async (text, signal) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { method: 'POST', agent, headers, ...(signal && { signal }) })
        .on('response', resolve)
        .on('error', reject)
        // Whoever switches to another protocol ends without an error.
        .on('close', () => reject(new Error('The connection ended without an answer.')))
        .end(text);
    });
    const { statusCode = 0, statusMessage = '' } = response;
    return {
      status: statusCode,
      statusText: statusMessage,
      headers: response.headers,
      text: await readBody(response),
    };
  };
}

async function readBody(response: IncomingMessage): Promise<string> {
  const isZipped = response.headers['content-encoding'] === 'gzip';
  // Each end of the two ends the other; the error comes to whoever reads.
  return await readText(isZipped ? pipeline(response, createGunzip(), () => undefined) : response);
}

async function readText(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error(`The answer is longer than ${mostBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
