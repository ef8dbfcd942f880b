import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';

/** An answer that came whole, whatever its status. */
export interface PostAnswer {
  status: number;
  statusText: string;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Posts a text to one address. Throws the system's error, or the signal's, when no whole answer came. */
export type PostText = (text: string, signal?: AbortSignal) => Promise<PostAnswer>;

const headers = {
  accept: 'application/json',
  'accept-encoding': 'gzip',
  'content-type': 'application/json; charset=utf-8',
};

/** Posts JSON to an address over connections that are kept. */
export function openPost(address: string): PostText {
  const url = new URL(address);
  const { request, Agent } = url.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true });
  return async (text, signal) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, { method: 'POST', agent, headers, ...(signal && { signal }) })
        .on('response', resolve)
        .on('error', reject)
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
  if (response.headers['content-encoding'] !== 'gzip') return await textOf(response);
  const unzipped = createGunzip();
  response.on('error', (error) => unzipped.destroy(error)).pipe(unzipped);
  return await textOf(unzipped);
}
